"""What the invented persons say: 林岳 (Lin Yue), who learns Portuguese and writes a thesis, and her flatmate Wen."""

from typing import Any

SETTINGS: dict[str, Any] = {
    "preset": "standard",
    "flags": {},
    "workspaces": ("work", "research"),
    "third_person_allowed": False,
    "policies_file": "",
}

LIN, WEN, FLAT = "lin-yue", "wen", "maple-flat"

FIRST_WORDS: tuple[dict[str, str], ...] = (
    {"kind": "constraint", "content": "讲解时不要用公式，先给一个生活里的例子。"},
    {"kind": "preference", "content": "林岳喜欢在清晨学葡萄牙语，每次二十分钟。"},
    {"kind": "fact", "content": "Lin Yue's cat is called Pixel and sleeps on the printer."},
    {"kind": "goal", "content": "Lin Yue wants to hand in her thesis on city birds by June 2027."},
)
ASKED_IN_CHINESE, FOUND_IN_CHINESE = "葡萄牙语什么时候学？", "葡萄牙语"
ASKED_IN_ENGLISH, FOUND_IN_ENGLISH = "When is the thesis due?", "June 2027"
ASKED_IN_VAIN = "submarine"

AT_WORK = "At work Lin Yue signs letters as Yue Lin."
ASKED_ABOUT_LETTERS = "How are letters signed?"

KEY = "answer_length"
BY_HABIT, IN_RESEARCH = "Lin Yue likes detailed answers.", "For research Lin Yue likes answers in three sentences."
ASKED_ABOUT_ANSWERS = "what answers does Lin Yue like"

ON_THE_FRIDGE = "The flat buys oat milk on Fridays. 周五买燕麦奶。"
ASKED_ABOUT_MILK = "oat milk"

NEVER_KEPT = "The password of the shared router is Tulip!Garden42"
RESTRICTED = "林岳对青霉素过敏。"
ASKED_ABOUT_RESTRICTED = "青霉素"

CORRECTED = "林岳改在傍晚学葡萄牙语，每次三十分钟。"
TOO_LATE = "林岳不再学葡萄牙语。"

MESSAGES = ("请用葡萄牙语给我出一道练习题", "How far along should my thesis be this winter?")

ROOM = "Lin Yue rents a room in the old harbour"
ROOM_WITH_VIEW = "Lin Yue rents a room in the old harbour, with a view of the cranes"
EATS_IT, EATS_IT_NOT = "林岳吃香菜", "林岳不吃香菜"
ASKED_ABOUT_HERB = "香菜"
TWO_TEAS = ("Lin Yue drinks green tea at home", "Lin Yue drinks black tea at home")

GUESSED = "Lin Yue prefers bullet points to long paragraphs"
EDITED = "Lin Yue prefers bullet points to long paragraphs when she is on the train"
UNWELCOME = "Lin Yue usually skips the marmaladequiz"
GUESSED_FROM = "she asked for a list three times"
ASKED_ABOUT_GUESS = "bullet points or paragraphs?"

TO_BE_PINNED = "Lin Yue is left-handed."
ASKED_ABOUT_PINNED = "Is Lin Yue left-handed?"
TOO_LONG_TO_PIN = "Lin Yue keeps a list of every bird she has seen from her window. " * 20 + "It grows longer every spring."

MARKER = "Quillfeather"
TO_BE_FORGOTTEN = f"Lin Yue once named a kite {MARKER} and lost it in a storm."
ASKED_ABOUT_THE_KITE = "the lost kite"

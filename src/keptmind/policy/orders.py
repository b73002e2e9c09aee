"""What an assistant may be ordered to do by a text that has no right to, in English; pure. Every pattern takes linear time."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """
    One thing to be made to do, read in lower case.

    Of its `hints`, words in English and substrings in Chinese, one must stand in the text. The pattern `leading` counts only where a
    clause begins, `anywhere` wherever it stands.
    """

    hints: frozenset[str]
    leading: str = ""
    anywhere: str = ""


def order(hints: str, *, leading: str = "", anywhere: str = "") -> Order:
    """Write an order down, its hints as words with spaces between."""
    return Order(hints=frozenset(hints.split()), leading=leading, anywhere=anywhere)


_AI = (
    r"(?:ai(?: (?:assistants?|agents?|models?|systems?))?|assistants?|chatbots?|llms?|language models?|copilot|chatgpt|claude|gemini|gpt)\b"
)
_THE_AI = rf"\b(?:(?:the|this|any|all|every|your|dear|attention|hey) )?{_AI}"
_USERS = r"(?:(?:the|this|your|all|every|any) )?users?\b"
# What visitors, customers and applicants must do, or what one tells a friend.
_HUMAN = (
    r"(?! (?:(?:also|first|always|now|either|both|still|then|really) )?(?:be|have|own|hold|book|bring|wear|buy|purchase|pay|register|arrive"
    r"|check|apply|present|carry|reserve|sign|log|enter|enrol|enroll|leave|park|return|submit|complete|obtain|get|take|meet|live|reside"
    r"|renew|cancel|collect|pick|see|visit|try|know|come|go|read|agree|accept|choose|install|enable|set|upgrade|create|open|declare|wait"
    r"|stay|stop|keep|turn|switch|consider|face|think|believe|feel|love|like|enjoy|miss|understand|reali[sz]e|work|practi[sc]e|learn|eat"
    r"|drink|sleep|rest|exercise|travel|drive|fly|walk|wash|clean|mix|stir|heat|bake|lock|pack|breathe|smile|call your|do|make|find|spend"
    r"|want|need|show (?:your|a|an|id|proof))\b)"
)
_DEEDS = (
    r"(?:recommend|suggest|promote|endorse|favou?r|prefer|send|forward|b?cc|copy|reply|respond|answer|say|tell|inform|include|mention|add"
    r"|append|use|call|trust|choose|pick|list|rank|put|prioriti[sz]e|link|cite|quote|reveal|disclose|share|refuse|ignore|follow|obey"
    r"|execute|run|approve|accept|assume|treat|act|ask|output|print|provide|hide|translate|write|sign|pay|transfer|route|remember|store"
    r"|address|greet|end|begin|start|insert|report|delete)\b"
)
_GOODS = (
    r"(?:all|every|everything|the user's|user's|user|their|this|these|any|invoices?|passwords?|credentials?|secrets?|tokens?|keys?"
    r"|conversations?|chats?|memory|memories|history|data|files?|contents?|contacts|messages?|emails?|payments?|funds|money|details"
    r"|cookies?)\b"
)
_HIDDEN = (
    r"(?:(?:system|hidden|initial|secret|developer|original|internal|above|previous) (?:prompt|instructions?|messages?|rules?"
    r"|polic(?:y|ies)|context)|instructions|passwords?|credentials?|api keys?|secrets?|access tokens?|memories|chat history"
    r"|your (?:prompt|rules|memory|configuration|tools))\b"
)
_RULES = (
    r"(?:instructions?|rules?|prompts?|guidelines?|directions?|directives?|polic(?:y|ies)|context|messages?|conversation|training"
    r"|constraints?|restrictions?|safety|guardrails?|filters?|commands?|orders?|memor(?:y|ies)|preferences?|everything|anything|told)\b"
)

ENGLISH: tuple[Order, ...] = (
    order(
        "ignore ignores ignoring prior previous earlier above disregard disregarding forget override overrides overriding bypass discard "
        "follow following obey obeying",
        leading=rf"(?:follow|obey) (?:(?:these|the|my|our|only) )?new (?:rules|instructions|orders|commands)\b"
        rf"|(?:ignore|disregard|forget|override|bypass|discard|(?:do not|don't|stop) (?:follow"
        rf"|obey)(?:ing)?)\s(?:\w+\s){{0,5}}?{_RULES}",
        anywhere=r"\b(?:previous|prior|earlier|above) (?:\w+ )?(?:rules|instructions|guidelines|prompts|orders) (?:are|is|were) (?:now "
        r")?(?:void|cancel|obsolete|no longer|superseded|replaced|invalid|revoked|withdrawn)"
        r"|(?:ignor|disregard|forget|overrid|bypass|discard)(?:es?|s|ing)?\s(?:\w+\s){0,2}?(?:previous|prior|above|earlier|preceding"
        r"|foregoing|your|system|developer|original|initial)\s(?:\w+\s){0,2}?(?:instructions?|rules?|prompts?|guidelines?|directions?"
        r"|directives?|polic(?:y|ies)"
        r"|context|training)\b",
    ),
    order(
        "remember memorize memorise memory memories note",
        leading=r"(?:make|take) a note\b|(?:save|store|write|put|record|keep) (?:in|to|into) (?:\w+[ -]){0,2}?memory\b"
        rf"|(?:remember|memori[sz]e)(?:\s?:|\s(?:that|this|always|never|the following|for (?:later|future|next)|forever|permanently)\b"
        rf"|\sto\b{_HUMAN})"
        r"|(?:save|store|add|write|put|record|commit|append|insert|keep)\s(?:this|that|these|it|the following|the (?:user|fact|rule|note)"
        r"|an? (?:note|fact|rule)|user|everything)\b[^.!?\n]{0,80}?\b(?:to|in|into|as)\s(?:\w+[ -]){0,3}?memor(?:y|ies)\b"
        r"|(?:update|clear|erase|wipe|edit|overwrite)\syour\s(?:\w+[ -]){0,2}?memor(?:y|ies)\b",
        anywhere=r"\b(?:to|in|into|from)\s(?:your|the assistant's|the agent's|the ai's)\s(?:\w+[ -]){0,2}?memor(?:y|ies)\b",
    ),
    order(
        "you",
        anywhere=rf"\byou (?:must|shall|are required to|are instructed to|are obliged to){_HUMAN}\s\w"
        r"|\byou(?:'re| are) now (?:an?|the|my|in \w+ mode|acting|operating|free from|free of|unrestricted|called|known)\b"
        rf"|\byou (?:should|will|are to|need to|have to|may) (?:now|always|never|only|not) (?:\w+ )?{_DEEDS}"
        r"|\byou (?:should|will|are to|need to|have to) (?:recommend|promote|endorse|ignore|disregard|obey|reveal|disclose"
        r"|remember (?:that|this|to)|(?:tell|inform) the user|act as|pretend|(?:respond|answer|reply) (?:with|only|in|as))\b"
        rf"|\b(?:if|since|because|when|as) you(?: are|'re) (?:an? |the )?(?:{_AI}|automated\b)",
    ),
    order(
        "assistant assistants ai chatbot chatbots llm llms model models copilot chatgpt claude gemini gpt",
        anywhere=rf"{_THE_AI}\s?[,:]\s?(?:please|kindly|you|always|never|only|do|don't|{_DEEDS})"
        r"|\b(?:ai (?:agents?|assistants?|models?|systems?)|chatgpt|llms?|chatbots?)\s?[,:]\s?(?:click|rate|give|visit|open|go|buy|make|set"
        r"|let|be|stop|start|get|take|check|select|download|install|vote)\b"
        rf"|\b(?:mandatory|required|necessary|important|essential|crucial) (?:for|that) {_THE_AI}"
        rf"|\b(?:must|should|shall|to) be (?:remembered|followed|obeyed|recommended|stored|saved|sent|executed|mentioned|ignored) (?:by|in"
        rf"|to) (?:(?:the|your|any) )?{_AI}|{_THE_AI} (?:must|should|shall|needs? to|has to|have to"
        rf"|(?:is|are) (?:required |instructed |expected |ordered )?to|may not|will always|please)\b"
        r"(?! (?:not )?(?:be|have)\b)"
        rf"|\b(?:note|message|instructions?|attention|notice|hint|memo|reminder|important) (?:to |for )?(?:the |all |any |your )?{_AI}",
    ),
    order(
        "now future subsequent later following next moment point",
        anywhere=r"\bfrom (?:now on|now onwards?|this (?:point|moment) (?:on|onwards?|forward))\b"
        r"|\b(?:in|for) (?:all|every|any|each) (?:\w+ )?(?:future|subsequent|later|following|next) (?:\w+ )?(?:conversations?|sessions?"
        r"|chats?|responses?|repl(?:y|ies)|answers?|messages?|turns?|interactions?|requests?|outputs?)\b"
        r"|\bin future (?:conversations?|sessions?|chats?|responses?|repl(?:y|ies)|answers?)\b",
    ),
    order(
        "whenever when before after while time if",
        anywhere=(
            rf"\b(?:whenever|when|(?:every|each) time|if) (?:(?:the |a |any )?users?|someone|anyone"
            rf"|(?:you are )?asked)\b[^.!?\n]{{0,60}}?(?:[,:]\s?(?:then |please )?|\s(?:always|never|please|you must|you should)\s){_DEEDS}"
            r"|\b(?:when(?:ever)?|before|after|while) (?:summari[sz]ing|answering|responding|replying|reading|processing|translating"
            r"|generating)\b[^.!?\n]{0,60}?"
            rf",\s?(?:please |always )?{_DEEDS}"
        ),
    ),
    order(
        "always never only don't don do without",
        leading=rf"(?!never say never)(?:always|never|only|do not ever|don't ever) {_DEEDS}|(?:do not|don't|never) (?:tell|mention|reveal"
        rf"|disclose|inform|notify|alert|admit)\b",
        anywhere=r"\bwithout (?:telling|informing|notifying|asking|alerting|warning) (?:the |any |your )?(?:users?|owner|human|anyone)\b",
    ),
    order(
        "user users owner human anyone secret hidden confidential",
        leading=(
            r"(?:add|enter|submit|provide|give|put)\s(?:the |this )?users?(?:'s)? (?:e-?mail|name|address|phone|password|data|details|card"
            r"|credentials|tokens?)\b"
            rf"|(?:tell|inform|notify|convince|persuade|assure|remind|warn|ask|instruct|advise|offer|trick"
            rf"|urge) {_USERS}(?! (?:experience|interface|manual|guide|group))|(?:recommend|suggest|promote|sell|push"
            rf"|advertise)\s(?:\w+\s){{1,6}}?to {_USERS}"
            r"|(?:hide|conceal|keep|withhold)\s(?:\w+\s){1,5}?(?:from (?:the |your )?(?:users?|owner|human|anyone)|secret|hidden"
            r"|confidential)\b"
        ),
    ),
    order(
        "delete erase wipe destroy nobody one",
        leading=r"(?:delete|erase|wipe|destroy)\s(?:\w+\s){0,2}?(?:all|every|everything|the user's|user)\b|tell (?:nobody|no one)\b",
    ),
    order(
        "recommend suggest promote endorse rank push prefer favor favour",
        leading=r"(?:recommend|suggest|promote|endorse|rank|push|prefer|favou?r)\s(?:\w+\s){1,5}?(?:first|over|instead of|above (?:all|any"
        r"|every|other)|as the best"
        r"|whenever|to everyone|exclusively|at the top)\b",
    ),
    order(
        "send forward mail email post upload transfer wire copy exfiltrate leak share submit transmit pass cc bcc export dump",
        leading=rf"(?:send|forward|e?-?mail|post|upload|transfer|wire|copy|exfiltrate|leak|share|submit|transmit|pass|b?cc|export"
        rf"|dump)\s(?:[\w-]+[\s,]){{0,5}}?{_GOODS}"
        r"[^.!?\n]{0,80}?(?:\bto\b|@|https?:|\bwith (?:all|every|any))",
    ),
    order(
        "reveal disclose print output repeat display expose leak dump show list share",
        leading=rf"(?:reveal|disclose|print|output|repeat|display|expose|leak|dump|show|list|share)\s(?:\w+\s){{0,4}}?{_HIDDEN}",
    ),
    order(
        "act pretend role roleplay behave respond speak talk reply answer",
        leading=rf"act as (?:if\b|though\b|an? (?:\w+ )?(?:{_AI}|expert\b|character\b|hacker\b|pirate\b)|my\b|dan\b)|pretend (?:to be|that "
        rf"you|you)\b|role-?play as\b"
        r"|behave (?:as|like)\b|(?:respond|speak|talk|reply|answer) (?:only (?:in|with|as)|exclusively|as (?:if|an?|the)|like an?|with "
        r"only|in character)\b",
    ),
    order(
        "< [ #",
        anywhere=r"<\s?/?\s?(?:system|assistant|developer|instructions?|prompt|im ?start|im ?end|sys|inst|important|admin|tool ?call"
        r"|memory[- ]?context)\b[^<>\n]{0,80}>|<\||\[\s?/?\s?(?:inst|system|sys|assistant|developer|admin)\s?\]|<<\s?/?sys"
        r"|(?:^|\n)\s{0,4}#{1,6}\s?(?:system|(?:(?:new|updated|system|important) )?instructions?|assistant|developer|human|user)\s?:",
    ),
    order(
        "prompt system instructions instruction mode assistant developer admin task job role goal mission",
        anywhere=rf"\byour (?:new|real|only|actual|true|updated) (?:instructions?|task|job|role|goal|mission) (?:is|are)\b"
        rf"|\byour (?:task|job|role|goal|mission) is (?:now )?to {_DEEDS}"
        r"|\b(?:your|the|this|my|new|following|updated) system prompt\b|\bsystem (?:prompt|message|override|instructions?|notice|note"
        r"|update|command)\s?:"
        rf"|(?:^|\n)\s{{0,4}}(?:system|assistant|developer|admin)\s?:\s?(?:you|from|always|never|new|override|the user|please|update"
        rf"|{_DEEDS})"
        r"|\b(?:new|updated|revised|additional|important) instructions?\s?(?:for you\b|:)|\b(?:dan|god|jailbreak|unrestricted|developer) "
        r"mode (?:enabled|on|activated)\b",
    ),
)

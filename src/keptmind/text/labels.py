"""Which numbers are part of a name, pure: room 12 and room 14 are two things, a rent of 1200 and one of 1350 are not."""

from collections.abc import Sequence

_THINGS = frozenset(
    """
    room chapter bus line train tram flight gate platform building block flat apartment floor unit lesson lecture section part phase stage
    version season episode level server node cluster team group class course exam task ticket issue bug pr release sprint figure table
    page question exercise problem seat row track lane highway route exit terminal hall lab desk port channel station week day year grade
    module volume item rule article act scene option type model number locker door house studio suite ward bed ferry zone district sector
    box shelf drawer slot bay pier dock round game step
    writer reader worker process thread user person owner client customer member player candidate patient participant agent author machine
    """.split()
)
# What stands before a number that counts nothing but says which one, wherever it stands.
_NUMBERED = frozenset(
    """
    number no nr num item row entry record note statement memory fact message example case test sample page copy draft photo picture
    paragraph marker
    """.split()
)
_BEFORE_THINGS = frozenset("the my our his her their your this that meeting conference lecture seminar metro subway main bus".split())
_SERIES = frozenset("chapter episode lesson exam season volume exercise question ticket issue bug pr".split())

_CHINESE_THINGS = frozenset(
    """
    房间 会议室 教室 宿舍 病房 服务器 端口 线路 公交 地铁 航班 车厢 桌 座位 版本 阶段 步骤 任务 项目 课 实验 实验室 机器 节点 集群
    """.split()
)
_CHINESE_NUMBERED = ("编号", "序号", "记录", "笔记", "记忆", "条目", "事实", "测试", "例子", "样本")
_BEHIND_NUMBER = frozenset("号路栋班楼室线组期版")
_CHINESE_SERIES = frozenset("章节课集回卷季册题关期条页段则例项")


def is_name(tokens: Sequence[str], place: int, unit: str = "") -> bool:
    """Tell whether the number at a place belongs to the name of what the statement is about: it opens it, or follows what opens it."""
    if not place:
        after = unit or _at(tokens, 1)
        return after[:1] in _BEHIND_NUMBER or after[:1] in _CHINESE_SERIES
    if tokens[place - 1] in _NUMBERED or tokens[place - 1].endswith(_CHINESE_NUMBERED):
        return True
    if place > 3:
        return False
    return _is_label(tokens[:place]) or "".join(tokens[:place]) in _CHINESE_THINGS


def is_one_of_series(tokens: Sequence[str], place: int) -> bool:
    """Tell whether the number says which one of many that all stay: chapter 3 was read, and chapter 4 too."""
    if tokens[place].startswith("第"):
        return _at(tokens, place + 1)[:1] in _CHINESE_SERIES
    return place > 0 and tokens[place - 1] in _SERIES


def _at(tokens: Sequence[str], place: int) -> str:
    return tokens[place] if place < len(tokens) else ""


def _is_label(before: Sequence[str]) -> bool:
    return before[-1] in _THINGS and all(word in _BEFORE_THINGS or word in _THINGS for word in before[:-1])

"""Chinese words that are set aside before two statements are compared, pure, and those that only look like them."""

from functools import cache

from keptmind.text.entries import ADVERB, DENIAL, DENIED, MODAL, NOTHING, PAST, PLAIN, Entry, plain, verbs

_OPPOSITES = """
like + like: 喜欢 喜爱
like + love: 爱 热爱 酷爱 超爱
like + prefer: 偏爱 偏好
like - hate: 讨厌 恨 厌恶 受不了 反感
allow + allow: 允许 准许
allow - allow: 禁止 严禁
use + use: 使用 用 采用
use - use: 避免 停用 避免使用 避免用 停止使用
accept + accept: 接受
accept - accept: 拒绝
start + start: 开始
start - start: 停止
agree + agree: 支持 同意 赞成
agree - agree: 反对
switch + switch: 打开 启用 开启
switch - switch: 关闭 禁用 关掉
trust + trust: 信任 相信
trust - trust: 怀疑
"""
_DROPPED = "请 从现在起 从现在开始 从今以后 了 的 着 呢 吧 啊 呀 嘛 再 还 已经 已 现在 目前 如今 都 也 就"
_ADVERBS = "其实 很 太 非常 挺 真 特别 最 总是 一直 常 常常 经常"
_NEGATIONS = "不 从不 从来不 永不 绝不 决不 毫不 并不"
# What a negation negates is set aside too where the affirmed sentence can do without it: 别去 denies 去, as 不要去 does.
_OTHER: dict[str, Entry] = {
    **dict.fromkeys("没 没有 无 未 从没 从没有 从来没 从来没有 从未 并没 并没有 尚未".split(), ((), (DENIED, MODAL + "有"), PLAIN)),
    **dict.fromkeys("不要 别 勿 切勿".split(), ((), (DENIED, MODAL + "要"), PLAIN)),
    **dict.fromkeys("不能 不可以 不能够 无法 不准 不许 不得".split(), ((), (DENIED, MODAL + "能"), PLAIN)),
    **dict.fromkeys("能 可以 能够".split(), ((), (MODAL + "能",), PLAIN)),
    **dict.fromkeys("非 并非".split(), (("是",), (DENIED, "是"), PLAIN)),
    "不同意": (("~agree",), (DENIED, " ~agree"), PLAIN),
    "会": ((), (MODAL + "会",), PLAIN),
    "要": ((), (MODAL + "要",), PLAIN),
    "有": ((), (MODAL + "有",), PLAIN),
    "过": ((), (PAST,), PLAIN),
    "吗": plain("?"),
}
# Words that begin with such a character and mean nothing of the kind; a few as regular expressions.
_LOOKALIKES = """
不错 不同(?!意) 不过(?![敏期夜年节户滤]|马路) 不仅 不但 不只 不止 不光 不管 不论 不断(?!电|网) 不久 不然 不如 不得不 不得了 不少 不已 不时
差不多 了不起 不好意思 不锈钢 不丹 不动产 不由 不禁 不妨 不等式 不可思议 不客气 不要紧 没关系 没事 没落 没收 没准 没问题
别人 别墅 别的 别名 别处 别针 无锡 无论 无聊 无线 无人机 无限 无奈 无数 无意 无非 无疑 无比 未来 未必 未婚夫 未婚妻
非洲 非要 非典 非遗 非得 爱情 爱人 爱心 爱好 爱国 爱尔兰 爱丁堡 爱沙尼亚 可爱 可能
用户 用途 用品 用餐 用心 用力 用法 用处 常用 会议 会员 会计 会展 要求 要点 要是 要么 能力 能源 能量
有时 有些 有点 有名 有趣 有机 有效 有限 有关 还有 过敏 过年 过节 过期 过程 过去 过夜 过来 过滤 过度 过多 过山车 过户 过马路 过生日 经过 太过
再见 再生 再说 还是 还款 还书 还钱 还给 还债 都市 也许 也门 就业 就是 就医 就诊 就餐 了解 着急 着火 着装 着凉 着重 开会 开机
请假 请客 请求 请教 请示 太太 太阳 太原 太极 太空 最近 最后 最初 真实 真的 真正 常州 常德 百分 百度 万能
"""
# Words that end with one, as what may stand before it.
_TAILS = """
用 费信作应占专通引公民租雇食实日家利
爱 恋敬
恨 仇
别 区分性级类个告辨识差离派
会 机社约聚例宴议工协年体误学站班动乐员晚周
能 功智性节才技效
要 需重主必纪摘只
有 所拥只持国含享私富
过 超难路
没 淹沉出
非 除是南北西东中莫
还 归偿
请 邀申
都 首成京
就 成
常 通正日平
"""

# What is met most often is looked for first.
_OFTEN = "的了不有要会用着过也都就很还再没别能可开从"


@cache
def chinese() -> dict[str, Entry]:
    """List what each of these words leaves behind."""
    table = {word: plain(*word) for word in map(_literal, _LOOKALIKES.split())}
    table |= dict.fromkeys(_DROPPED.split(), NOTHING)
    table |= {word: ((), (ADVERB + word,), PLAIN) for word in _ADVERBS.split()}
    table |= dict.fromkeys(_NEGATIONS.split(), DENIAL)
    return table | verbs(_OPPOSITES) | _OTHER


@cache
def expressions() -> dict[str, list[str]]:
    """List by their first character what can follow it in a word, as regular expressions, the longest first."""
    lookalikes = set(_LOOKALIKES.split())
    listed: dict[str, list[str]] = {head: [] for head in _OFTEN}
    for word in sorted(chinese().keys() - set(map(_literal, lookalikes)) | lookalikes, key=lambda word: (-len(word), word)):
        listed.setdefault(word[0], []).append(word[1:])
    return listed


def _literal(expression: str) -> str:
    return expression.partition("(")[0]


def tails() -> str:
    """Write as a regular expression which of the characters that begin such words end other words."""
    return "|".join(f"{tail}(?<=[{before}]{tail})" for tail, before in (line.split() for line in _TAILS.strip().splitlines()))

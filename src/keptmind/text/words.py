"""Stop words, English and Chinese, pure: words that say nothing of what a text is about. A negation is never one of them."""

# "may" is not here: it is a month too.
ENGLISH = frozenset(
    """
    a an the and or but if of at by for with about to from in on into onto as is am are was were be been being
    do does did doing done have has had having will would shall should can could might must
    i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
    this that these those there here so than too very just also then both other over such
    any some all each every more most same while during
    what which who whom whose when where why how s t d m ll re ve hey hi hello oh wow yeah yep yes ok okay
    """.split()
)

# "isn't" and its like, as they are typed in haste.
NEGATED = frozenset("cannot cant couldnt didnt doesnt dont hadnt hasnt havent isnt arent shouldnt wasnt werent wont wouldnt".split())

# Particles and pronouns: a pair of two of them is not searched for, and what stands alone between them is a word.
CHINESE = frozenset("的了吗呢吧啊呀嘛着是在和与跟及或就也都还我你您他她它们这那谁")
# A run of only one of these is not searched for first: units stand behind a number, and the number counts.
CHINESE_SINGLES = CHINESE | frozenset("年月日号")
CHINESE_PAIRS = frozenset("什么 怎么 怎样 如何 为什 哪些 哪里 哪个 哪儿 多少 多久 几个 时候 么时 是否 请问 可以 可能 应该 一个".split())

MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")

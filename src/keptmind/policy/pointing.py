"""The words by which English and Chinese point at something, and those that may name it; pure. Patterns take linear time."""

_DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
RELATIVE = frozenset("tomorrow yesterday tonight today this next last".split())
RELATIVE_TIME = (
    r"\b(?:tomorrow|yesterday|tonight|today)\b(?!'s)"
    rf"|\b(?:this|next|last) (?:morning|afternoon|evening|night|week|weekend|month|year|spring|summer|autumn|winter|{_DAYS})\b"
)
DATED = (
    r"\d{4}-\d\d|\b\d{1,2}/\d{1,2}\b|\b(?:19|20)\d\d\b|(?i:\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov"
    r"|dec))|(?i:\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d)|\d月\d|\d{4}年"
)

PEOPLE = frozenset(
    """
    user users user's person people man men woman women boy boys girl girls child children kid kids baby son sons daughter daughters
    mother father mum mom dad parent parents brother brothers sister sisters sibling siblings uncle aunt cousin cousins nephew niece
    grandmother grandfather grandma grandpa grandparents wife husband spouse partner fiancé fiancée girlfriend boyfriend ex friend friends
    colleague colleagues coworker coworkers boss manager supervisor teacher teachers student students professor doctor dentist nurse
    lawyer neighbour neighbours neighbor neighbors roommate roommates flatmate landlord tenant client clients customer customers team
    teammates family everyone everybody anyone anybody someone somebody whoever who dog cat pet puppy kitten horse mentor coach trainer
    tutor guest guests author artist singer actor driver chef couple twins guy guys lady owner founder engineer
    """.split()
)
NO_NAMES = frozenset(
    """
    i i'm i've i'll i'd the a an and but or so if when while because since as at in on by for from with to of not no yes my our your his
    her their its he she it they we you this that these those there here then now also still just only even always never often usually
    sometimes maybe perhaps once today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday january
    february march april may june july august september october november december english chinese french german spanish what who how where
    why which after before until although though however please thanks every each all both most some many
    """.split()
)
AFTER_A_NAME = frozenset(
    """
    is was has had says said told and thinks thought knows knew feels felt will would can could wants who met made came went got gave took
    left ran
    """.split()
)
PLACING = frozenset("in at near from on around outside".split())
ARTICLES = frozenset("a an the my our your his her their its some any no every each another two three four five many several both".split())
LITTLE = ARTICLES | frozenset(
    """
    i i'm i've i'll i'd me we us you he she it they him them this that these those there here and but or so if when while because since as
    at in on by for from with to of not don't doesn't didn't isn't very too really quite also still just only even always never often
    usually sometimes now then again once is are was were be been being am do does did has have had will would can could should may might
    must than about into over under out up down off what who how where why which all more most much such same other well yes please maybe
    perhaps today tomorrow yesterday tonight like good great nice user users user's
    """.split()
)
VERBS = frozenset(
    """
    like likes liked love loves loved hate hates hated want wants wanted need needs needed use uses used enjoy enjoys prefer prefers know
    knows knew think thinks thought say says said tell tells told go goes went gone come comes came get gets got give gives gave make
    makes made take takes took see sees saw find finds found live lives lived work works worked stay stays stayed move moves moved eat
    eats ate drink drinks drank buy buys bought try tries tried keep keeps kept put puts visit visits visited feel feels felt believe
    believes read reads write writes watch watches remember remembers mention mentions mentioned ask asks asked agree agrees agreed hope
    hopes wish wishes plan plans planned study studies play plays done been seen
    """.split()
)
EXISTING = frozenset("is are was were will has have isn't aren't wasn't would might may should could exists".split())
NOT_POINTED_AT = frozenset("who whom whose days year morning afternoon evening week weekend month spring summer autumn winter".split())
BEGUN_BY_THAT = frozenset(
    "is was will would works helps sounds makes means can could should has had happened one also never always isn't wasn't looks".split()
)
BEHIND_THAT = frozenset(". ! ? ; : , one".split())
BEFORE_THAT = frozenset("about for with like after before of than by without besides".split())
EXPLETIVE = (
    r"\bit (?:rains|rained|snows|snowed|pours|takes|took|seems|seemed|turns out|depends|matters|appears|when|if)\b"
    r"|\bit(?:'s| is| was| gets| feels| will be| has been| isn't| wasn't) (?:\w+ ){0,2}?(?:raining|snowing|cold|hot|warm|sunny|windy|dark"
    r"|late|early|time|important|hard|easy|difficult|possible|impossible|necessary|better|best|good|bad|nice|fun|fine|worth|true|likely"
    r"|rude|safe|humid|quiet|summer|winter|spring|autumn|ok)\b|\b(?:find|finds|found|make|makes|made|think|thinks|consider"
    r"|considers) it (?:\w+ )?(?:hard|easy|difficult|important|possible|impossible|rude|useful|helpful|annoying|fun|clear|simple|relaxing"
    r"|boring|stressful|better|best|harder|easier|necessary)\b|\bwhen it comes\b|\btakes? it easy\b"
)

# A literal begins each alternative, for then most places are passed over at once.
RELATIVE_TIME_ZH = (
    r"今天|今晚|今早|今日|明天|明晚|明早|明日|昨天|昨晚|昨日|后天|前天|下周(?!年|边|围)|上周(?!年|边|围)|这周(?!年|边|围)|本周|下个?星期"
    r"|上个?星期|这个?星期|下个?礼拜|上个?礼拜|这个?礼拜|下个周|上个周|这个周末|下个?月(?!亮)|上个?月(?!亮)|这个月|本月|明年|去年|今年"
)
POINTING_ZH = "[他她它这那]"
POINTER_ZH = (
    r"(?P<person>(?<![其吉维排马无利])[他她](?!人|乡|国|日|山|杀))|(?P<thing>[这那](?!么|辈子|些[年天]|几[年天]|两[年天]|段时间|就|我|你"
    r"|当然|倒|还用|怕))|它"
)
EARLIER_CLAUSE = r"[\u4e00-\u9fffA-Za-z]{3}[^，。；！？,.;!?]*[，。；：！？、,.;:!?]"
# A verb or a little word ends in one of these, a noun hardly ever.
_NO_NOUN = "的是在去到来住从往向对和跟与把我你您他她户喜欢想看买吃喝要给用爱很不了过听玩读学厌道得识常刚又再还也都就有没于说叫让为被比除像"
NOUN_BEFORE = rf"[\u4e00-\u9fffA-Za-z][^\W{_NO_NOUN}]$"
_SURNAMES = (
    "王李张刘陈杨赵吴周徐孙胡朱郭罗梁宋郑谢韩唐冯董萧曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛阎余潘杜戴夏钟汪姜范陆姚谭廖邹熊郝孔邵"
    "孟龙段雷侯林何高黄马"
)
PERSON_ZH = (
    r"[A-Z][a-z]+|用户|[爸妈爹娘]|[父母]亲|[哥弟姐妹爷奶叔姨舅姑婶嫂]|外公|外婆|姥|公公|婆婆|岳[父母]|儿子|女儿|孩子|宝宝|侄|外甥|孙[子女]"
    r"|朋友|同事|同学|室友|舍友|邻居|老[师板公婆乡]|学生|领导|上司|下属|医生|护士|律师|教练|导师|教授|丈夫|妻子|爱人|对象|[男女]友|前任"
    r"|客户|队友|搭档|师[傅父兄弟姐妹]|经理|主任|司机|房东|租客|亲戚|家人|闺蜜|兄弟|狗|猫|宠物|演员|歌手|作家|先生|女士|[那这位名个]人|有人"
    r"|谁"
    rf"|[小老阿][{_SURNAMES}明红华刚强芳丽军伟娟静梅]|[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}(?=说|觉得|喜欢|是|在|有|想|认为|告诉|和|跟|[，,])"
)

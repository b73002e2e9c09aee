"""Whom people love and leave, whence they come, and what the law has with them; pure."""

from keptmind.policy.matter import rule
from keptmind.policy.whose import OTHERS

_SEX = r"(?:guys|girls|men|women|boys|dudes|ladies|(?:the |his |her |my )?(?:own|same|opposite) sex|both (?:sexes|genders|men))"

LIVES = (
    rule(
        "loves",
        "orientation",
        "datin guys girls men women boys dudes ladie sex came come comin strai close same boyfr husba wife gende trans"
        " deadn aroma nonbi lesbi gay bisex queer ace trans 喜欢 同性 弯 拉拉 同志 男友 男朋友 老公 女友 女朋友 老婆 出柜 形婚 变性"
        " 男变女 女变男 性恋 gay les",
        rf"\b(?:into|likes?|dates?|dating|attracted to|fanc(?:y|ies)|prefers?|slee?p(?:s|ing|t)? with|only into|falls? for) (?:other "
        rf"|both |only )?{_SEX}\b"
        r"(?!'| (?:bands?|clothes|shoes|football|soccer|basketball|rugby|names?|fashion|wear|teams?|who|in (?:the|my|our)|on (?:the|my)"
        r"|at|from|with|in black))"
        r"|\bc(?:a|o)m(?:e|ing) out (?:as (?:an? )?(?:gay|lesbian|bi|bisexual|trans|queer|non)\w*|to (?:me|us|my|his|her|their|the"
        r" (?:whole )?family|mum|mom|dad|everyone|friends))\b"
        r"|\b(?:isn't|not|aren't) straight\b(?! (?:forward|away|line|up|to))|\bclosete(?:d)\b|\bstill in the closet\b|\bsame[- ]sex\b"
        r"|\bhis (?:boyfriend|husband)\b|\bher wife\b"
        r"|\bgender (?:transition|reassignment|affirming|dysphoria)\b|\b(?:my|his|her|their) gender identity\b|\btransition(?:ed|ing)"
        r" (?:from (?:male|female)|to (?:male|female|a (?:man|woman)))\b|\bdeadname\b|\baromantic\b"
        r"|\bdating a (?:man|woman)\b|'s (?:gay|lesbian|bi|bisexual|trans|queer)\b(?! (?:bar|club|rights|pride|friend))"
        r"|喜欢(?:的(?:人)?(?:其实|一直)?是)?(?:男生|女生|男孩子?|女孩子?|男人|女人|同性|男的|女的)(?!宿舍|节|装|团|杂志|气|乐队|歌)"
        r"|同性(?:伴侣|恋人|恋)|(?:是|个)(?:弯的|gay|les|拉拉|同志(?!们))|他的?(?:男友|男朋友|老公(?!司))|她的?(?:女友|女朋友|老婆(?!婆))"
        r"|出柜|形婚|变性|男变女|女变男|[双无泛]性恋|掰弯",
    ),
    rule(
        "troubles",
        "third_person",
        "time hit split broke break separ walke sleep slept seein behin hits mistr affai custo restr beats beati hits domes abuse abusi"
        " arres"
        " charg convi sente proba parol bail"
        " serve servi locke dui drunk drink shopl caugh gambl evict fired sacke redun laid sack leavi left cheat hooke jail"
        " 分手 离婚 离了 出轨 劈腿 外遇 小三 婚外 分居 被抓 被捕 拘留 判了 牢 入狱 取保 案底 前科 酒驾 债 欠 赌 吸毒 家暴 打老婆 私生"
        " 怀了 开除 辞退 裁 失业 炒了 约炮 嫖 复婚 净身出户 监狱 跑了",
        r"\b(?:split(?:ting|s)?|broke(?:n)?|break(?:s|ing)?) up\b(?! (?:the|into|my|our day))|\bsplit (?:from|with) (?:her|his|their)\b"
        r"|\b(?:are|is|have|has|were|got|getting) separat(?:ed|ing)\b|\bwalked out on\b"
        r"|\b(?:left|leaving|cheat\w*(?: on)?) (?:her|his) (?:husband|wife|partner|boyfriend|girlfriend|fianc[eé]e?)\b|\b(?:sleeping"
        r"|slept|sleeps) with (?:his|her|a|an|someone|the)\b"
        r"|\b(?:seeing|dating) (?:someone|somebody) (?:else|behind|on the side)|\bbehind (?:his|her) (?:husband|wife|partner|back)\b"
        r"|\bmistress\b|\bcustody (?:battle|fight|hearing|case)\b|\brestraining order\b"
        r"|\b(?:beats?|beating|hits) (?:her|his wife|him)\b|\bdomestic (?:violence|abuse)\b|\b(?:abused|abusive (?:husband|marriage"
        r"|relationship|partner|father))\b|\barrested\b|\bcharged with\b|\bconvicted\b"
        r"|\bsentenced\b|\bon (?:probation|parole|bail)\b|\bserv(?:ed|ing) time\b|\blocked up\b|\bdui\b|\bdrunk[- ]driving\b|\bdrink[-"
        r" ]driving\b|\bshoplift\w+|\bcaught (?:stealing|cheating|shoplifting|with (?:drugs|cocaine|weed))\b"
        r"|\bgambl(?:es|ing|ed)\b|\bdrink(?:s|ing) (?:too much|heavily|problem|again)\b|\bevicted\b|\b(?:got|was|been|being|were)"
        r" (?:fired|sacked|made redundant|laid off)\b|\bgot the sack\b|\bhooked on (?:pills|drugs|heroin|coke|opioids)\b|\b(?:in|to)"
        r" jail\b"
        r"|\bhit (?:her|him|his wife) (?:again|when|last|so)\b|\bdid time\b"
        r"|跟.{0,4}跑了|分手(?!机)|离婚|离了|出轨|劈腿|外遇|小三|婚外情|分居|被(?:警察)?抓|被捕|拘留|判了|[坐蹲]过?.{0,4}牢(?!骚)|入狱|监狱|取保|案底"
        r"|前科|酒驾"
        r"|欠[了着]?.{0,10}[债钱贷万]|赌[博债]|在赌|吸毒|家暴|打老婆|私生子|怀了|被(?:公司)?(?:开除|辞退|裁员|裁了|炒)|失业|约炮|嫖"
        r"|净身出户",
        of=OTHERS,
    ),
    rule(
        "law",
        "legal",
        "time crimi proba parol convi arres felon misde undoc asylu depor overs visa green refug immig migra daca leave resid dui jail"
        " priso"
        " warra"
        " 前科 案底 牢 判过 缓刑 取保 拘留 被捕 偷渡 黑户 难民 庇护 签证 绿卡 居留 移民 遣返 入狱 酒驾 刑满",
        r"\b(?:an?|my|his|her|have|has|had|with) criminal record\b|\bon (?:probation|parole|bail)\b|\b(?:was|been|got|were|i'm an?)"
        r" (?:convicted|arrested|deported|undocumented)\b|\bconvict(?:ed|ion) (?:of|for)\b|\bfelony?\b|\bfelon(?:ies|s)\b"
        r"|\bmisdemeanou?r\b|\bundocumented\b|\b(?:for|seek\w*|claim\w*|granted|denied|my) asylum\b|\basylum (?:seeker|claim"
        r"|application|case|interview)\b|\bdeport(?:ed|ation)\b|\boverstay(?:ed|ing)?\b|\bvisa (?:expired|overstay|was (?:denied"
        r"|refused|rejected)|ran out|runs out)\b|\bgreen card\b"
        r"|\brefugee status\b|\b(?:im)?migration status\b|\bdaca\b|\bleave to remain\b|\bresidence permit\b|\b(?:spent|did|was|served)"
        r" (?:\w+ ){0,4}in (?:jail|prison)\b|\bdui\b|\barrest warrant\b"
        r"|\bdid time\b|[坐蹲][了过].{0,4}牢|前科|案底|坐过?牢|判过|缓刑|取保候审|拘留|被捕|偷渡|黑户|难民(?:身份|签)|(?:申请|寻求"
        r"|政治)庇护|签证.{0,4}(?:过期|被拒|到期"
        r"|拒签)|绿卡|(?:永久|合法|非法)居留|移民身份|遣返|入狱|酒驾|刑满",
    ),
    rule(
        "descent",
        "ethnicity",
        "black birac mixed roma roman latin hispa afric asian nativ abori indig uyghu tibet kurdi jewis half desce ethni 族 混血",
        r"\b(?:i'm|i am|we're|we are|he's|she's|he is|she is|(?:mum|mom"
        r"|dad|mother|father|wife|husband|partner) is) (?:an? |half[- ]|part[- ]"
        r"|ethnically |of )*"
        r"(?:biracial|mixed[- ]race|roma(?:ni)?|latin[ao]|hispanic|african[- ]american|asian[- ]american|native american"
        r"|aboriginal|indigenous"
        r"|uyghur|tibetan|kurdish|black(?= (?:man|woman|person|and)|[.,;!]|$))\b(?! (?:mastiff|belt))"
        r"|\b(?:my|his|her|their) ethnic(?:ity| (?:background|origin))\b"
        r"|\bof (?:african|roma|jewish|kurdish|tibetan|uyghur) (?:descent|origin)\b"
        r"|(?:我|本人|用户|他|她|[爸妈]|父亲|母亲|老公|老婆|对象|爷爷|奶奶|外婆|外公|家里?)(?:们|家)?(?:都|也|其实|本来)?是(?:个|位)?"
        r"(?:维吾尔|藏|回|满|蒙古?|壮|苗|彝|朝鲜|哈萨克|土家|侗|瑶|白|傣|黎|羌|畲|锡伯|少数民)族|(?:我|他|她)是.{0,4}混血",
    ),
)

"""Faith as it is practised, parties and unions as they are joined; pure."""

from keptmind.policy.matter import rule

_CREED = (
    r"(?:christian|catholic|protestant|muslim|jew(?:ish)?|buddhist|hindu|sikh|mormon|atheist|agnostic|evangelical|quaker|orthodox"
    r"|baha'?i|pagan|jehovah'?s witness(?:es)?)"
)

BELIEFS = (
    rule(
        "practice",
        "faith",
        "shaha jehov amish bapti ordai chris catho prote musli jew jewis buddh hindu"
        " sikh mormo athei agnos evang quake ortho ramad sabba shabb"
        " lent koshe halal passo kippu commu mitzv hajj umrah god allah faith bible quran koran torah rosar confe namaz"
        " salah frida five refug hijab kippa yarmu turba niqab tithe churc eid islam judai"
        " 受洗 洗礼 皈依 礼拜 弥撒 领圣 念珠 朝觐 麦加 开斋 斋戒 封斋 把斋 斋月 拜佛 居士 教会 团契 查经 祷告 祈祷 入教 归主 念佛 受戒"
        " 出家 主日 信了 诵经 吃素念 信奉 信仰",
        rf"\bshahada\w*|\b(?:became|become|becoming|turned|raised|born|grew up|brought up|identif\w+ as|converted?) (?:(?:an?|as|as an?"
        rf"|to|devout|strict|roman|practi[cs]ing) ){{0,3}}{_CREED}\b"
        r"|\bborn[- ]again\b|\b(?:was|got|been|being|were|getting|get) (?:bapti[sz]ed|ordained|confirmed (?:at|in) (?:church|easter))\b"
        r"|\bke(?:ep(?:s|ing)?|pt) (?:\w+ )?(?:ramadan|sabbath|shabbat|lent|kosher|halal|passover)\b|\bfast(?:s|ed|ing)? (?:for|during"
        r"|all|every|through) (?:\w+ )?(?:ramadan|lent|yom kippur)\b"
        r"|\b(?:first|holy) communion\b|\bba[rt] mitzvah\b|\b(?:hajj|umrah)\b|\b(?:left|leaving|joined|quit) the (?:\w+ )?(?:church"
        r"|faith|mosque|jehovah'?s|mormons|amish)\b"
        r"|\b(?:stopped|no longer) believ\w+ in (?:god|allah)\b|\blost (?:my|his|her) faith\b|\b(?:bible|quran|torah) (?:study|class"
        r"|group|every)\b"
        r"|\b(?:read|reads|reading|recit\w+) (?:the |from the )?(?:quran|koran|torah|bible)\b(?! as\b)|\brosary\b|\bgo(?:es|ing)? to"
        r" confession\b|\bnamaz\b|\bfriday prayers?\b"
        r"|\bfive times a day\b|\btook refuge\b|\bwear(?:s|ing)? (?:an? |the |my |her |his )?(?:hijab|kippah|yarmulke|turban|niqab)\b"
        r"|\btithes?\b|\bconver(?:t|ted|ting|sion) to (?:islam|judaism|hinduism|christianity|catholicism|buddhism|orthodoxy)\b"
        r"|受洗|(?:接受|受了?)洗礼|皈依|(?:做|去|每[天周日].{0,4}|五次|聚会)礼拜(?!寺|[一二三四五六天日])|弥撒|领圣[体餐]|念珠|朝觐"
        r"|开斋节?|斋戒|封斋|把斋|斋月|拜佛|居士|(?:我们|去|在|家庭|加入)教会(?!学校|大学|了)"
        r"|团契|查经|祷告|入教|归主|念佛|受戒|出家|守主日|信了(?:教|主|佛|耶稣|基督|伊斯兰)|诵经|信奉",
    ),
    rule(
        "membership",
        "politics",
        "remai brexi vote voted union shop labou tory torie conse green democ repub snp afd dsa gop commu socia libde lib 工会 入了党"
        " 党籍 党支部 预备党员"
        " 民盟 民建 九三 退党 上访 游行",
        r"\bunion (?:member(?:ship)?|rep|steward|organi[sz]er|dues|branch)\b|\b(?:joined|join|member of|pay dues to) (?:the |a |my |our"
        r" )(?:(?!european|credit|student)\w+ ){0,2}union\b|\bshop steward\b"
        r"|\bcard-carrying (?:member|communist|socialist|democrat|republican)\b|\bregistered (?:democrat|republican|independent)\b"
        r"|\b(?:joined|join|left|quit|canvass\w*|campaign\w*|volunteer\w*|donat\w+) (?:for |with |to )?(?:the )?(?:labou?r|tory|tories"
        r"|conservatives?|greens?|democrats?|republicans?|lib dems?|snp|afd"
        r"|dsa|gop|communists?|socialists?)(?: party)?\b"
        r"|\bvoted? (?:remain|leave|brexit)\b|工会(?:会员|代表|主席|干部|委员)|加入了?.{0,4}工会|入了党|党籍|党支部|预备党员|民盟|民建"
        r"|九三学社|退党|上访|(?:参加"
        r"|上街)了?.{0,6}游行",
    ),
)

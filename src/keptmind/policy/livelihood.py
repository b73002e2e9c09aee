"""Income and debt in everyday words; pure."""

from keptmind.policy.matter import rule

_SUM = r"(?:[$€£¥] ?[0-9][0-9.,]*k?|[0-9][0-9.,]{2,}k?|[0-9]{1,3}k)"
_PER = (
    r"(?:(?:dollars?|euros?|pounds?|bucks|quid|usd|eur|gbp|rmb|yuan|net|gross|after tax) )?(?:an?|per|each|every|/) ?(?:month|year"
    r"|week|hour|fortnight|annum|mo|yr)"
)
_SUM_ZH = r"(?:[0-9]{3,}|[0-9一二两三四五六七八九十几百千.]{1,5}[千万百kKwW])"

MONEY = (
    rule(
        "income",
        "finance",
        "clear bring takin takes nets net gross paid payin gets getti pulls pull makin earni tax taxes"
        " 到手 月入 年入 税前 税后 挣 赚 进账 入账 拿",
        rf"\b(?:clear(?:s|ing)?|brings? (?:home|in)|bringing (?:home|in)|tak(?:es?|ing) home|nets?|netting|gross(?:es)?|(?:get|gets"
        rf"|getting|am|is|are|i'm) paid|pulls? in"
        rf"|making|earning) (?:\w+ ){{0,2}}?{_SUM} ?(?:{_PER}|after tax|before tax)\b|\b{_SUM} ?(?:{_PER} )?(?:after|before) tax(?:es)?\b"
        rf"|(?<![抢拿买])到手.{{0,4}}{_SUM_ZH}|[月年]入.{{0,2}}{_SUM_ZH}|税[前后].{{0,4}}{_SUM_ZH}|(?:每个?月|一个?月|一年|年底"
        rf"|每年)(?:大概|差不多|也就|能|才|只)?(?:挣|赚|拿|进账|入账).{{0,3}}{_SUM_ZH}",
    ),
    rule(
        "debts",
        "finance",
        "decli payda overd maxed arrea rent bills mortg loan loans debt debts paych food unemp unive benef dole repos forec evict inher"
        " savin"
        " gambl thous hundr taxma"
        " child ccj baili 月供 网贷 债 贷 逾期 借呗 微粒 低保 失业金 养老金 退休金 抚养费 赡养费 催收 老赖 失信 信用卡 分期 首付 亏 赔"
        " 套牢 遗产 家底 身家 借 积蓄 穷",
        r"\bstudent (?:loans?|debts?)\b|\bpayday loans?\b|\bover(?:draft|drawn)\b|\bmaxed (?:out )?(?:\w+ ){0,4}?cards?\b|\bin arrears\b"
        r"|\bbehind (?:on|with) (?:the |my |our |his |her |their )?(?:rent|mortgage|bills|payments|loan)\b|\bdebts? (?:collectors?"
        r"|consolidation|relief|management)\b|\bcredit cards? debts?\b"
        r"|\b(?:broke until|pay ?check to pay ?check|food stamps|on the dole|on benefits|universal credit|unemployment (?:benefits?"
        r"|checks?))\b"
        r"|\b(?:repossess\w+|foreclos\w+|evict(?:ed|ion)|bailiffs?|ccj)\b|\binherited [$€£0-9]|\bgambling (?:debts?|losses)\b"
        r"|\b(?:child support|alimony)\b"
        r"|\b(?:still )?ow(?:e|es|ed|ing) (?:\w+ ){0,4}?(?:thousands|hundreds|grand|money|the bank|the taxman|[$€£][0-9])|[0-9]k? (?:in"
        r"|of) (?:savings|debts?)\b|\bdebts? (?:hanging|of [$€£0-9])"
        r"|\bcard (?:got|was|keeps getting) declined\b"
        r"|月供|网贷|外债|(?:背|扛)着?了?.{0,8}[债贷]|还(?:着|完|清|不[起上完])?.{0,3}[贷债]|[借欠]了?.{0,8}(?:[债贷]|[百千万]块?)|逾期"
        r"|借呗|微粒贷|低保|失业金|(?:领|靠).{0,4}(?:养老金|退休金)|抚养费|赡养费"
        r"|催收|老赖|失信(?:人|被|名单)|信用卡.{0,4}(?:刷爆|欠|没还|还不)|(?:炒股|理财|基金|投资|生意).{0,6}[亏赔]|[亏赔]了.{0,6}[万块]"
        r"|套牢|遗产|家底|身家|积蓄",
    ),
)

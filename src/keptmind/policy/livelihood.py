"""Income and debt in everyday words; pure."""

from keptmind.policy.matter import rule

_SUM = r"[$€£¥]?[0-9][0-9.,]*k?"
_PER = r"(?:\w+ )?(?:an?|per|each|every|/) ?(?:month|year|week|hour|fortnight|annum|mo|yr)"
_SUM_ZH = r"[0-9一二两三四五六七八九十几百千万][0-9一二两三四五六七八九十百千万.]*(?:[kKwW万千块元多])?"

MONEY = (
    rule(
        "income",
        "finance",
        "clear clears bring brings takin takes nets net gross paid payin gets getti pulls pull makin earni tax taxes"
        " 到手 月入 年入 税前 税后 挣 赚 进账 入账 拿",
        rf"\b(?:clear(?:s|ing)?|brings? (?:home|in)|bringing (?:home|in)|tak(?:es?|ing) home|nets?|netting|gross(?:es)?|(?:get|gets|getting|am|is|are|i'm) paid|pulls? in"
        rf"|making|earning|paid) (?:\w+ ){{0,2}}?{_SUM} ?(?:{_PER}|after tax|before tax)\b|\b{_SUM} ?{_PER} (?:after|before) tax\b"
        rf"|\b{_SUM} (?:after|before) tax(?:es)?\b"
        rf"|到手.{{0,4}}{_SUM_ZH}|[月年]入.{{0,2}}{_SUM_ZH}|税[前后].{{0,4}}{_SUM_ZH}|(?:每个?月|一个?月|一年|年底|每年)(?:大概|差不多|也就|能|才|只)?(?:挣|赚|拿|进账|入账).{{0,3}}{_SUM_ZH}",
    ),
    rule(
        "debts",
        "finance",
        "stude payda overd maxed arrea behin debt debts broke paych payda food unemp unive benef dole colle repos forec evict inher savin gambl owes owe owed"
        " child ccj bailif 月供 网贷 债 贷 逾期 借呗 微粒 低保 失业金 养老金 退休金 抚养费 赡养费 催收 老赖 失信 信用卡 分期 首付 亏 赔 套牢 遗产 家底 身家 借 负债 积蓄 穷",
        r"\bstudent (?:loans?|debts?)\b|\bpayday loans?\b|\bover(?:draft|drawn)\b|\bmaxed (?:out )?(?:\w+ ){0,4}?cards?\b|\bin arrears\b"
        r"|\bbehind (?:on|with) (?:the |my |our |his |her |their )?(?:rent|mortgage|bills|payments|loan)\b|\bdebts? (?:collectors?|consolidation|relief|management)\b|\bcredit cards? debts?\b"
        r"|\b(?:broke until|pay ?check to pay ?check|food stamps|food bank|on the dole|on benefits|universal credit|unemployment (?:benefits?|checks?))\b"
        r"|\b(?:repossess\w+|foreclos\w+|evict(?:ed|ion)|bailiffs?|ccj)\b|\binherited [$€£0-9]|\bgambling (?:debts?|losses)\b|\b(?:child support|alimony)\b"
        r"|\b(?:still )?ow(?:e|es|ed|ing) (?:\w+ ){0,4}?(?:thousands|hundreds|grand|money|the bank|the taxman|[$€£][0-9])|[0-9]k? (?:in|of) (?:savings|debts?)\b|\bdebts? (?:hanging|of [$€£0-9])"
        r"|月供|网贷|外债|(?:背|扛)着?了?.{0,8}[债贷]|还(?:着|完|清|不[起上完])?.{0,3}[贷债]|[借欠]了?.{0,8}(?:[债贷]|[百千万]块?)|逾期|借呗|微粒贷|低保|失业金|(?:领|靠).{0,4}(?:养老金|退休金)|抚养费|赡养费"
        r"|催收|老赖|失信|信用卡.{0,4}(?:刷爆|欠|没还|还不)|(?:炒股|理财|基金|投资|生意).{0,6}[亏赔]|[亏赔]了.{0,6}[万块]|套牢|遗产|家底|身家|积蓄|负债",
    ),
)

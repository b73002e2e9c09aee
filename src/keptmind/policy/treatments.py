"""Medicines, crises, care and parenthood: health told by what is done about it; pure."""

from keptmind.policy.matter import rule

# The last four letters of what the lists of international nonproprietary names call stems.
ENDINGS = frozenset(
    """
    pril rtan olol atin zole tine pram epam olam tron umab imab omab ptin llin pine rmin acin ycin avir dine ptan zide
    sone lone aban arin afil mide oxin done
    """.split()
)
_NAMED = (
    r"insulin|lithium(?![ -](?:batter|ion|min|price|polymer|stock))|sertraline|zoloft|prozac|lexapro|xanax|valium|klonopin|ativan"
    r"|ritalin|adderall"
    r"|vyvanse|ozempic|wegovy|mounjaro|viagra|cialis|truvada|descovy|methadone|suboxone|naltrexone|levothyroxine|synthroid|thyroxine"
    r"|warfarin|methotrexate|lamotrigine|lamictal|clozapine|seroquel|abilify|wellbutrin|cymbalta|effexor|humira|estradiol|testosterone"
    r"|hrt"
    r"|antiretrovirals?|antipsychotics?|antidepressants?|beta[- ]blockers?|blood thinners?|tamoxifen|depakote|valproate|amitriptyline"
    r"|(?-i:PrEP|semaglutide|liraglutide|dulaglutide)|tirzepatide"
    r"|mood stabili[sz]ers?|sleeping pills|opioids?|oxycodone|percocet|ventolin|salbutamol|albuterol|epipen|eliquis|xarelto|modafinil"
    r"|propranolol"
    r"|clomid|letrozole|buprenorphine|chemo|ssris?|snris?|bupropion|pregabalin|topiramate|carbamazepine|accutane|isotretinoin"
)
_STEMMED = (
    r"(?!april\b|routine\b|valentine\b|quarantine\b|magazine\b|gasoline\b|undone\b|alone\b)[a-z]{2,14}(?:pril|sartan|olol|statin"
    r"|prazole|conazole"
    r"|oxetine|tidine|pram|zepam|zolam|setron|[uioz][mx]ab|gliptin|cillin|apine|azepine|gabapentin|formin|floxacin|mycin|navir|tegravir"
    r"|clovir"
    r"|vudine|triptan|glutide|tirzepatide|thiazide|idone|nisone|nisolone|xaban|parin|afil|faxine|trigine|ridol|semide|gabatrin"
    r"|gabapentin)"
)
_DRUG = rf"(?:{_NAMED}|{_STEMMED})"
_DRUG_ZH = (
    r"(?:舍曲林|氟西汀|帕罗西汀|西酞普兰|文拉法辛|度洛西汀|米氮平|利培酮|阿立哌唑|碳酸锂|丙戊酸|拉莫三嗪|唑吡坦|哌甲酯|专注达|择思达"
    r"|二甲双胍"
    r"|胰岛素|降[压糖]药|优甲乐|左甲状腺素|甲氨蝶呤|泼尼松|激素|避孕药|抗抑郁药?|安眠药|阻断药|司美格鲁肽|华法林|靶向药|止痛药|安非他酮"
    r"|百忧解"
    r"|思瑞康|左洛复|黛力新|美沙酮|甲巯咪唑|螺内酯|氯吡格雷|[\u4e00-\u9fff]{1,4}(?:沙坦|普利|洛尔|他汀|拉唑|西汀|普兰|西泮|唑仑|地平|西林"
    r"|列汀|列净|硫平|氮平|单抗|韦|法辛|格列\w|曲普坦|唑酮))"
)
_DRUG_HINTS = (
    "ending? insul lithi sertr zolof proza lexap xanax valiu klono ativa rital adder vyvan ozemp wegov mounj viagr ciali truva desco"
    " metha subox naltr levot synth thyro warfa metho lamot lamic cloza seroq abili wellb cymba effex humir estra testo hrt antir antip"
    " antid beta"
    " blood tamox depak valpr amitr prep mood sleep opioi oxyco perco vento salbu albut epipe eliqu xarel modaf clomi letro bupre chemo"
    " ssri ssris"
    " snri snris bupro prega topir carba accut isotr semag lirag dulag tirze prep"
    " 舍曲林 西汀 普兰 法辛 米氮平 培酮 哌唑 碳酸锂 丙戊酸 三嗪 唑吡坦 甲酯 专注达 择思达 二甲双胍 胰岛素 压药 糖药 优甲乐 甲状腺素"
    " 甲氨蝶呤 尼松"
    " 激素 避孕药 抗抑郁 安眠药 阻断药 司美格鲁 华法林 靶向药 止痛药 安非他酮 百忧解 思瑞康 左洛复 黛力新 美沙酮 甲巯 螺内酯 格雷 沙坦"
    " 普利 洛尔"
    " 他汀 拉唑 西泮 唑仑 地平 西林 列汀 列净 硫平 氮平 单抗 韦 格列 普坦 唑酮"
)
_TAKEN = (
    r"(?:(?<!paper )(?<!study )(?<!article )(?<!book )(?<!research )(?<!talk )(?<!trial )\bon|\btak(?:e|es|ing|en)|\btook|\bprescribed"
    r"|\buses?|\busing"
    r"|\binject\w*|\bstart(?:s|ed|ing)?|\boff|\bquit|\bdoses? of|\bmg of|\bput (?:me|him|her|them) on|\brefill(?:s|ed)?|\bneeds?"
    r"|\bswitched (?:me )?to"
    r"|\bswallow\w*|\bpop(?:s|ping)?|\bprescription for|\bmy|\bhis|\bher)"
)

CURES = (
    rule(
        "medication",
        "health",
        _DRUG_HINTS,
        rf"{_TAKEN} (?:(?:[0-9.]+ ?m?[cµ]?g|[a-z]+) (?:of )?){{0,3}}?{_DRUG}\b(?! (?:trial|research|pharmacolog\w+"
        r"|stocks?|company|paper|market"
        rf"|works?hop))"
        rf"|\b{_DRUG}\b[^.\n]{{0,12}}?\b[0-9.]+ ?m[cg]?g\b|\b{_DRUG} (?:daily|every|twice|once|at night|for my|since|makes me|helps)"
        rf"|(?:吃|服用?|[打开]|注射|停了?|换成?了?|[加减]到|每[天晚早日]|靠|用着?|离不开|挂着)[^。，\n]{{0,10}}?{_DRUG_ZH}"
        rf"|{_DRUG_ZH}[^。\n]{{0,8}}?(?:[0-9一二两三半几]+\s?(?:mg|毫克|片|粒|颗|单位|针)|每[天晚早日]|[一二两三几半多]+年|停了"
        rf"|[减加]量|续命|不能停)",
    ),
    rule(
        "crisis",
        "health",
        "suici bette wrist thigh arms arm legs"
        " endin end alcoh addic harm harmi harme mysel herse himse die dead alive anymo panic overd psych manic secti relap"
        " sober rehab detox break"
        " 自杀 自残 自伤 割 划 轻生 想死 不想活 活不下 活着 寻短见 跳楼 生命 惊恐 精神 躁狂 过量 吞药 吞了 遗书 戒酒 戒断 酗酒",
        r"\bsuicid\w+(?! (?:squad|doors?|prevention|awareness))|\bself[- ]harm\w*"
        r"|\b(?:kill(?:ed|ing)?|cut(?:ting|s)?|hurt(?:ing)?|harm(?:ed|ing)?|starv(?:e|ed|ing)|burn(?:ed|ing)?|hang(?:ed|ing)?) (?:my"
        r"|him|her)self\b"
        r"|\b(?:cut(?:s|ting)?|slash\w*|slit\w*|burn(?:s|ing)?) (?:my|his|her|their|her own|his own) (?:arms?|wrists?|thighs?|legs)\b"
        r"|\b(?:want(?:s|ed)?|wish(?:es|ed)?) (?:to die|(?:i|he|she) (?:was|were) dead)\b"
        r"|\bdo(?:es)?n'?t want to (?:be (?:here|alive)|live|wake up|go on)\b|\bdidn'?t want to (?:be (?:here|alive)|live)\b|\bbetter"
        r" off (?:dead|without me)\b"
        r"|\boverdos(?:e|ed|ing)\b|\bpanic (?:attacks?|disorder)\b|\b(?:nervous|mental|psychotic) (?:breakdown|episode|break)\b|\bmanic"
        r" (?:episode|phase)\w*"
        r"|\bpsych(?:iatric)? (?:ward|hold|unit|hospital)\b|\b(?:was|got|been|were) sectioned\b|\brelapsed?\b|\b(?:years?|months?|days?"
        r"|weeks?) sober\b"
        r"|\b(?:been|stay(?:ed|ing)?|got|getting) sober\b|\b(?:in|to|of|finished|entered|through|from) (?:rehab|detox)\b"
        r"|\bend(?:ing)? it all\b|\b(?:recovering|former|am an|i'm an|been an) (?:alcoholic|addict)\b"
        r"|自杀(?!干预|预防|小队|率)|自残|自伤|割[了过]?手?腕|(?:胳膊|手臂|手腕|大腿|腿)上.{0,3}[划割]|[划割][了伤破]?.{0,3}(?:手臂|手腕|胳膊|大腿)|轻生|想死(?!你|我了)|不想活|活不下去|活着没|寻短见|(?:想|要|去"
        r"|差点)跳楼(?!价)"
        r"|结束.{0,4}生命|惊恐(?:发作|障碍)|精神崩溃|躁狂|[药用]过量"
        r"|吞[了过]?.{0,3}药|写.{0,3}遗书|戒酒|戒断|精神(?:科|病院|分裂|障碍)",
    ),
    rule(
        "care",
        "health",
        "shrin thera couns psych disab hospi colon maste hyste vasec biops pacem stoma colos stent trans dialy kidne liver marro radio"
        " hiv viral std stds sti stis"
        " herpe chlam gonor syphi hpv chemo 咨询 残疾 残障 低保 电休克 支架 起搏器 切除 放疗 移植 住进 梅毒 淋病 湿疣 疱疹 性病 阳性"
        " HIV hiv 艾滋 透析",
        r"\b(?:see(?:s|ing)?|saw) (?:a|an|my|her|his|the|our) (?:\w+ )?(?:shrink|therapist|counsell?or|psychiatrist|psychologist)\b"
        r"|\b(?:therapy|counsell?ing) (?:sessions?|appointments?|every|twice|once)\b|\b(?:couples?|group|cognitive behaviou?ral|grief)"
        r" (?:therapy|counsell?ing)\b"
        r"|\b(?:in|to|start(?:ed|ing)?|back to) (?:\w+ )?therapy\b|\bmy (?:shrink|counsell?or)\b"
        r"|\bdisability (?:benefits?|allowance|pension|living|check|cheque|payments?)\b|\b(?:on|gets?|claim(?:s|ing)?) disability\b"
        r"|\bhospitali[sz]ed\b"
        r"|\b(?:a|an|my|his|her|had|on) (?:\w+ )?(?:colonoscopy|mastectomy|hysterectomy|vasectomy|biopsy|pacemaker|colostomy|stoma|stent"
        r"|(?:kidney|liver|heart|marrow) transplant|dialysis|radiotherapy)\b"
        r"|\b(?:hiv|viral load)\b(?! (?:research|prevention|awareness|paper|clinic|study))|\b(?:an?|caught|got|gave \w+|has|have|had|my"
        r"|his|her) (?:std|sti|herpes|chlamydia|gonorrh\w+|syphilis|hpv)\b"
        r"|(?:做|去做?|在做|看).{0,4}心理咨询|残[疾障](?:证|补[助贴]|津贴|人)|低保|电休克|[装放]了?.{0,4}(?:支架|起搏器)|切除|放疗"
        r"|(?:肾|肝|骨髓|心脏)移植|梅毒|淋病|湿疣|疱疹|性病"
        r"|(?:检测|检查|查出|呈|HIV).{0,4}阳性|HIV|艾滋|透析",
    ),
    rule(
        "parenthood",
        "health",
        "ivf iui egg froze freez baby pregn conce ferti infer abort termi still expec perio menop contr pill birth endom pcos erect"
        " sperm trime surro embry"
        " 人流 打胎 堕胎 冻卵 促排 取卵 胚胎 宫外孕 不孕 多囊 月经 停经 更年期 避孕 卵巢 精子 阳痿 早泄 怀 有喜 预产期 怀上 保胎 胎停"
        " 流掉 代孕 验孕 绝经 孕",
        r"\b(?:ivf|iui)\b|\begg (?:freezing|retrieval|donor)\b|\b(?:froze|freez(?:e|ing)) (?:my|her) eggs\b|\btrying (?:for a (?:baby"
        r"|second)|to (?:conceive|get pregnant))\b"
        r"|\bfertility (?:treatments?|clinic|doctor|drugs?|problems?|issues?)\b|\babort(?:ion|ed a)\b|\b(?:terminat\w+|end(?:ed|ing)?)"
        r" (?:the|my|her|a) pregnancy\b|\bstillb(?:irth|orn)\b"
        r"|\b(?:am|are|is|i'm|we're|she's|was) expecting (?:a (?:baby|child|girl|boy)|our|their|her|twins|in)\b|\b(?:missed|late"
        r"|skipped) (?:my |her |a )?period\b"
        r"|\bmenopaus\w+|\bcontracepti\w+|\bon the pill\b|\bbirth control\b|\bendometriosis\b|\bpcos\b|\berectile\b|\bsperm count\b"
        r"|\b(?:first|second|third) trimester\b"
        r"|\bembryo transfer\b|\bsurroga(?:te|cy)\b"
        r"|\blost (?:the|our|her|my) baby\b|\bperiod (?:is|was) (?:\w+ ){0,3}late\b"
        r"|怀[着二三双](?!疑|恨)|人流|打胎|堕胎|冻卵|促排|取卵|胚胎移植|宫外孕|不孕|多囊|月经|停经|更年期|避孕|卵巢|精子|阳痿|早泄"
        r"|(?:我|她|老婆|又"
        r"|已经)怀了(?!疑|恨)|有喜了|预产期|怀上|保胎|胎停|流掉|代孕"
        r"|验孕|绝经|孕[0-9一二三四五六七八九十]+[周个]|有了?身孕",
    ),
    rule(
        "illness",
        "health",
        "hepat crohn lupus multi fibro psori ocd borde chron kidne cirrh ulcer glauc hypot hashi sickl cysti long toure lymph melan"
        " copd apnea apnoe ibs"
        " angin seizu glute endom thyro tuber pneum shing scoli narco 甲状腺 狼疮 强直 肾 肝 结核 强迫症 边缘型 进食障碍 厌食 暴食"
        " 克罗恩 结肠炎 淋巴瘤 "
        " 白癜风 银屑病 尿毒症 中风 脑梗 心梗 瘫痪 渐冻 肌无力 青光眼 抽动症 阿斯伯格 创伤后 躯体化",
        r"\b(?:hepatitis [abc]|crohn'?s|lupus|multiple sclerosis|fibromyalgia|psoriasis|ocd|borderline personality|chronic (?:pain"
        r"|fatigue|illness|migraine)"
        r"|kidney (?:failure|disease|stones?)|cirrhosis|ulcerative colitis|glaucoma|hypothyroid\w*|hashimoto'?s|sickle cell|cystic"
        r" fibrosis|long covid|tourette\w*"
        r"|lymphoma|melanoma|copd|sleep apno?ea|ibs|angina|seizures?|thyroid (?:problem|disease|condition)s?|tuberculosis|shingles"
        r"|scoliosis|narcolepsy)\b"
        r"|甲状腺(?:结节|炎|癌|功能)|红斑狼疮|强直性?脊柱炎|肾(?:炎|衰|病|结石)|肝(?:硬化|炎|病)|肺?结核病?|强迫症|边缘型人格|进食障碍"
        r"|厌食症|暴食症?|克罗恩|结肠炎|淋巴瘤|白癜风|银屑病"
        r"|尿毒症|中风(?!格)|脑梗|心梗|瘫痪|渐冻症|肌无力|青光眼|抽动症|阿斯伯格|创伤后应激|躯体化",
        topic=True,
    ),
)

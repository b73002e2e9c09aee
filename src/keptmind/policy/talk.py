"""What greetings, errands, questions and standing wishes look like, in lower case; pure. Every pattern takes linear time."""

GREETING_EN = (
    r"(?:hi|hiya|hello|hey|howdy|greetings|yo|(?:good )?(?:morning|afternoon|evening)|good (?:night|day)|goodbye|bye|bye bye|see you|see ya"
    r"|farewell|good to see you|nice to meet you|pleased to meet you|long time no see|what's up|how are you|how's it going|welcome back"
    r"|take care|have a (?:nice|good|great|lovely) (?:day|evening|night|weekend|one|time))(?: (?:there|again|all|everyone|everybody|team"
    r"|friend|friends|buddy|assistant|bot|later|soon|tomorrow|today|too|doing today|doing))?"
    r"|(?:hi|hello|hey|dear|good morning|good evening|bye|goodbye) \w{1,20}"
)
_THANKS = (
    r"(?:ok|okay|k|alright|all right|right|sure|sure thing|yes|yeah|yep|yup|no|nope|thanks|thank you|thx|many thanks|cheers|got it|i got it"
    r"|gotcha|understood|noted|i see|i understand|makes sense|that makes sense|sounds (?:good|great|fine|perfect|right|like a plan)|will do"
    r"|no problem|no worries|not a problem|never mind|nevermind|you're welcome|my pleasure|well done|perfect|great|cool|nice|fine|good"
    r"|awesome|excellent|amazing|wonderful|brilliant|fantastic|lovely|wow|haha|lol|ping|pong|test|testing|heartbeat|heartbeat ok|cron"
    r"|cron ping|health check|keep alive|(?:that's |that is |it's |it is |this is )?(?:very |so |really |just |all )?(?:good|great|nice"
    r"|perfect|fine|helpful|right|correct|ok|okay|cool|awesome|excellent|amazing|wonderful|useful|interesting|funny|true|it)"
    r"|(?:good|great|nice|excellent|amazing|awesome|fantastic) (?:job|work|one|idea|answer|point|stuff|question|catch)"
    r"|(?:that|this|it) (?:helps|helped|works|worked)|i appreciate (?:it|that|your help)|much appreciated|fair enough|absolutely|definitely"
    r"|of course|exactly|please do|go for it|done|all done|all good|that will do|that's all|never mind that|glad to hear (?:it|that)"
    r"|good to know)"
)
_TAIL = (
    r"(?: (?:so much|very much|a lot|a million|again|then|too|now|for that|for this|for everything|for (?:your|the|all the|all your) help"
    r"|to you|there|man|you))?"
)
ACKNOWLEDGEMENT_EN = rf"{_THANKS}{_TAIL}(?: (?:and )?{_THANKS}{_TAIL}){{0,3}}"
GREETINGS_ZH = (
    r"你好|您好|大家好|早上好|上午好|中午好|下午好|晚上好|早安|午安|晚安|嗨|哈喽|哈啰|哈罗|在吗|在不在|再见|拜拜|回头见|明天见|下次见"
    r"|好久不见|新年快乐|新年好|节日快乐|周末愉快|很高兴认识你|很高兴认识您"
)
ACKNOWLEDGEMENTS_ZH = (
    r"非常感谢|太感谢了|谢谢你的帮助|谢谢您的帮助|感谢你|感谢您|谢谢你|谢谢您|谢谢|多谢|感谢|谢啦|谢了|辛苦了|辛苦啦|好的|好吧|好呀|好啊"
    r"|好滴|好嘞|好哒|好了|没问题|没关系|没事|我知道了|知道了|知道啦|我明白了|明白了|明白|我了解了|了解了|了解|我懂了|懂了|收到|是的|对的"
    r"|没错|当然|可以的|可以|行吧|行的|不客气|不用谢|不错|很好|太好了|太棒了|真棒|真不错|很棒|太赞了|厉害|干得好|干得漂亮|做得好|做得不错"
    r"|说得对|说得好|有道理|原来如此|原来是这样|好主意|听起来不错|就这样|继续加油|加油|哈|嘿|呵|嗯|哦|噢|唔|额|啊|呀|啦|哇|赞|棒|牛|好|对"
    r"|行|是|你|您|的|了|不用了|不是的|不了|算了|没了|先这样"
)

STANDING_EN = (
    r"\b(?:always|never|from now on|from today|every|each|whenever|in (?:the )?future|by default|generally|usually|at all times|any ?time"
    r"|going forward|in general|at the (?:end|start|beginning|top) of|daily|weekly|monthly|from here on|call me|address me|remember"
    r"|(?:answers|replies|responses|explanations) (?:in|short|brief|simple|formal|concise|with|without)|write (?:in|short|formal|plain)"
    r"|give me short|make your|make sure)\b"
)
STANDING_ZH = (
    r"以后|今后|往后|每次|每天|每周|每月|每年|每当|总是|始终|一律|一直|凡是|默认|从现在|从今|永远|从不|都[用要按以请给]|叫我|称呼我"
    r"|请记[住得]|记住|是我的|请用.{0,8}?(?:语气|口吻|称呼|格式|单位)"
)
REQUEST_EN = r"(?:please|can you|could you|would you|will you)\b"
REQUEST_ZH = r"(?:能不能|能否|可以|可不可以|你能|你可以|请)"

_LEAD = r"(?:(?:please|pls|kindly|now|then|so|and|ok|okay|hey|hi|just|also|quickly|next|great|thanks|well)[,!: ]{1,3}){0,3}"
_ASK = (
    r"(?:(?:can|could|would|will) (?:you|u) (?:please |kindly )?(?:also |just |quickly )?"
    r"|(?:i want|i need|i would like|i'd like|we need) you to |go ahead and |(?:the )?user (?:asked|asks|wants|wanted|requested|requests"
    r"|needs|told)(?: me| you| the assistant| the agent)? to (?:help (?:them |him |her )?)?)"
)
_TEXT_VERBS = (
    r"(?:translate|summari[sz]e|rewrite|rephrase|paraphrase|proofread|shorten|condense|refactor|debug|reformat|recalculate|transcribe"
    r"|tl;?dr)"
)
_VERBS = (
    r"(?:run|execute|open|close|read|check|recheck|review|fix|deploy|compile|build|test|install|restart|start|stop|commit|push|merge|revert"
    r"|delete|remove|rename|move|copy|send|upload|download|print|show|list|find|search|look up|look at|look into|fetch|update|convert"
    r"|format|extract|analy[sz]e|compare|calculate|compute|count|sort|explain|describe|define|solve|implement|add|change|replace|edit|write"
    r"|draft|compose|generate|create|give|tell|make|draw|finish|complete|continue|book|order|play|save|schedule|google|turn|put|plan"
    r"|suggest|recommend|outline|design|clean|scan|repeat|ask|set|remind me|help)"
)
_THINGS = (
    r"(?:tests?|script|command|code|build|program|app|server|quer(?:y|ies)|pipeline|job|migrations?|linter|suite|notebook|benchmark|file"
    r"|files|folder|page|website|link|log|logs|error|errors|bug|bugs|function|class|method|line|lines|paragraph|text|article|document|paper"
    r"|email|mail|message|letter|list|table|chart|image|picture|photo|poem|story|joke|song|essay|haiku|summary|report|tweet|post|outline"
    r"|recipe|sentence|title|caption|slogan|translation|weather|news|result|results|answer|question|problem|equation|difference|steps|pr"
    r"|pull request|branch|repo|database|timer|alarm|meeting|appointment|ticket|table for|taxi|flight|hotel|reminder|draft|diagram|logo"
    r"|name|names|ideas?|quiz|regex|container|service|conversation|chat)"
)
_DEICTIC = r"(?:this|that|these|those|it|them|the following|the above|everything above|all of this|both)"
COMMAND_EN = (
    rf"{_LEAD}(?:{_ASK}(?:{_TEXT_VERBS}|{_VERBS})\b|help me\b|{_TEXT_VERBS} (?:{_DEICTIC}|the|my|our|a|an|into|to|for me|all|\d|[\"'“])"
    rf"|{_TEXT_VERBS}:|{_VERBS} (?:me |us |up |out |for me )?{_DEICTIC}(?: \w+)?(?:$|[\s.,!:?])"
    rf"|{_VERBS} (?:me |us |up )?(?:a|an|the|my|our|all|some|another|one|two|three|more|\d{{1,4}})(?: \w+){{0,3}}? {_THINGS}\b"
    r"|(?:tell|show|give) me (?:a|an|the|about|what|how|why|where|when|who|which|more|another|some|your|\d)\b"
    r"|(?:explain|describe|check|find out|look up|see) (?:to me )?(?:how|why|what|when|where|whether|if|who)\b"
    r"|remind me (?:to|about|in|at|that|tomorrow|tonight|later|on)\b|(?:set|start) (?:a|an|the) (?:timer|alarm|reminder)"
    r"|(?:turn|switch) (?:on|off|up|down) |(?:book|order) (?:a|an|some|me|the)\b"
    r"|play (?:some|me|a song|music|the (?:song|next|music|radio|playlist))\b|let's (?:try|do|go|see|start|begin|continue|move|look|talk)\b"
    r"|(?:continue|go on|go ahead|try again|try it again|retry|redo|undo|again|stop|stop it|regenerate|proceed|carry on|keep going|more"
    r"|one more|start over|next|skip|cancel|do it|do that|do it again|run|run it|repeat|repeat that|once more)(?: please)?[.! ]*$"
    rf"|(?:please|pls|kindly) (?:{_TEXT_VERBS}|{_VERBS})\b|(?:make|find|get|bring|sing|buy) me (?:a|an|some|the|another|\d)\b"
    r"|(?:convert|calculate|compute|multiply|divide|solve|count) (?:\d|from|to)\b)"
)
_ONE_OFF_ZH = r"(?:一下|一遍|这|那|下面|以下|上面|上述|下列|附件|全文|[:：])"
COMMAND_ZH = (
    r"(?:好的?|那|然后|现在|麻烦|麻烦你|拜托|劳烦|再|接着|顺便)?[，,]?(?:请(?:你|您)?|麻烦(?:你|您)?|能不能|能否|可不可以|可以|你能|你可以"
    r"|能|你)?(?:再|先|直接|快)?(?:帮我|帮忙|替我|帮个忙|给我(?:讲|推荐|写|看|发|找|来|列|算|做|画|查|翻|解释|介绍|说|生成"
    r"|一[个份些段张首])"
    rf"|(?:翻译|总结|概括|改写|润色|校对|缩写|扩写|续写|解释|分析|计算|比较|对比|检查|检索|搜索|查询|整理|归纳|提取|介绍|描述|说明|回顾"
    rf"|评价|修改|优化|运行|执行|打开|关闭|删除|修复|看看|读|朗读){_ONE_OFF_ZH}"
    r"|翻译(?:成|为)|把.{1,40}?(?:翻译|译成|改成|改为|改写|转换|转成|总结|写成|发给|删|变成|换成|保存|打开|关掉|润色|缩短|整理|画成|列成"
    r"|复制|移到)|写[一个首篇封段份]|[来再]一?[个首篇段张]|生成一?[个张段份篇]|画[一个张幅只]|查一?[下查]|算一?[下算]|列出|列一[个下]"
    r"|讲[个一]|说[个说]|告诉我|推荐[一几个些]|想[个一想]|看一?[下看]|试[试一]|(?:运行|跑)(?:一下|测试|脚本|代码|程序)"
    r"|打开(?:文件|网页|灯|空调|窗|门|音乐|链接)|播放(?!列表|器|量)|设[个置]?.{0,6}?(?:闹钟|提醒|定时)|提醒我|订[一个张]"
    r"|(?:部署|提交|安装|重启)(?:一下|代码|这|服务|程序|应用)|(?:继续|重试|再来|再试|重新|停|停止|停下|下一个|换一个|接着说|接着写)(?:一次"
    r"|一个|一遍|吧|写|说|生成|来|做|开始|试|下去|回答)?[。！!. ]*$)|请(?:翻译|总结|概括|写|生成|画|查|解释|分析|列|推荐|介绍|告诉我|给出"
    r"|提供|计算|运行|打开|检查|帮|看|把|将|继续|修改|比较)|用户(?:请求|要求|让我|希望我|想让我|请我|让助手)(?:帮|翻译|总结|写[一个首篇封]"
    r"|生成|查|解释一下|分析一下|推荐[一几])"
)

QUESTION_EN = (
    rf"^{_LEAD}(?:(?:what|who|whom|whose|where|when|why|how|which)(?:'s|'re| (?:is|are|was|were|do|does|did|can|could|should|would|will|has"
    rf"|have|had|much"
    r"|many|long|often|far|old|about|come|to|kind|kinds|sort|time|day|year|one|ones|else))\b"
    r"|(?:is|are|was|were|am|do|does|did|can|could|would|will|should|shall|have|has|had|may|might|isn't|aren't|don't|doesn't|didn't|can't"
    r"|won't) (?:i|you|u|we|it|there|he|she|they|this|these|anyone|anybody|somebody|someone)\b"
    r"|(?:any|got any) (?:idea|ideas|suggestions|thoughts|recommendations|advice|tips|news)\b"
    r"|who (?:won|wrote|made|invented|said|discovered|directed|painted|sang|built)|what if|how come|i wonder (?:if|whether|what|how|why)\b"
    r"|(?:the )?user (?:asked|asks|wonders|wondered|is asking|inquired|wants to know|wanted to know) (?:about|whether|if|what|when|where"
    r"|who|why|how|which)\b)"
)
QUESTION_ZH = (
    r"请问|想问|问一下|为什么|为啥|怎么(?!.{0,6}(?:怎么|都|也))|如何|什么是|什么叫|哪[里儿个些](?!.{0,6}[都也])|几点|多少"
    r"|谁(?!.{0,6}[都也])|能不能|可不可以|是不是|有没有|要不要|会不会|你知道|你觉得|你认为|你会|你能|你可以|用户(?:询问|问了?|提问|想知道)"
)
ASKING_ENDS_ZH = tuple(
    """
    吗 呢 是什么 什么意思 怎么办 怎么样 怎样 多少钱 几点 多久 在哪里 在哪儿 在哪 是谁 为什么 为啥 什么时候 好不好 行不行 对不对 可不可以
    能不能 是不是 有没有 星期几 几号 几岁 几月 多大 多远 多高 多长 怎么用 怎么做 怎么写 怎么走 怎么读
    """.split()
)
# The first characters of what `COMMAND_ZH` and `QUESTION_ZH` match.
OPENINGS_ZH = frozenset(
    "好那然现麻拜劳再接顺请能可你先直快帮替给翻总概改润校缩扩续写解分计比对检搜查整归提介描说回评修优运执打关删看读朗把来生画算列讲告推想试跑播设订部安重继停下换用"
    "问为怎如什哪几多谁是有要会"
)
OPENINGS_EN = frozenset(
    """
    please pls kindly now then so and ok okay hey hi just also quickly next great thanks well can could would will i we go the user help
    let's remind translate summarise summarize rewrite rephrase paraphrase proofread shorten condense refactor debug reformat recalculate
    transcribe tldr tl;dr run execute open close read check recheck review fix deploy compile build test install restart start stop commit
    push merge revert delete remove rename move copy send upload download print show list find search look fetch update convert format
    extract analyse analyze compare calculate compute count sort explain describe define solve implement add change replace edit write
    draft compose generate create give tell make draw finish complete continue book order play save schedule google turn put plan suggest
    recommend outline design clean scan repeat ask set see switch try retry redo undo again regenerate proceed carry keep more one skip
    cancel do once what who whom whose where when why how which what's who's where's when's why's how's is are was were am does did should
    shall have has had may might isn't aren't don't doesn't didn't can't won't any got
    """.split()
)
GREETING_WORDS = frozenset("hi hiya hello hey howdy greetings yo goodbye bye".split())
OPENINGS_POLITE = GREETING_WORDS | frozenset(
    """
    morning afternoon evening good see farewell nice pleased long what's how how's welcome take have dear ok okay k alright all right sure
    yes yeah yep yup no nope thanks thank thx many cheers got i gotcha understood noted makes that that's sounds will not never nevermind
    you're my well perfect great cool fine awesome excellent amazing wonderful brilliant fantastic lovely wow haha lol ping pong test
    testing heartbeat cron health keep it it's this very so really just helpful correct useful interesting funny true much fair absolutely
    definitely of exactly please go done glad
    """.split()
)

"""Words and sentence patterns, written for the bench, from which its statements and questions are made."""

FIRST = """Anna, Boris, Clara, Dmitri, Elena, Farid, Greta, Hugo, Ines, Jonas, Kiran, Laila, Marco, Nadia, Oscar, Priya, Quentin, Rosa,
Samir, Tilda, Umar, Vera, Walter, Xenia, Yusuf, Zoe, Amara, Bruno, Celia, Derek"""
FAMILY_START = "Mal, Ber, Tor, Kel, Vin, Sar, Hol, Dra, Fen, Gar, Lun, Mor, Nor, Pel, Ros, Wes"
FAMILY_MIDDLE = "do, ra, li, mi, ne, va, so, ti, ka, lo, re, shi"
FAMILY_END = "ren, well, ski, mann, berg, ton, dale, rick, nova, lund, quist, ford"

ENGLISH = {
    "place": """Lisbon, Kyoto, Hamburg, Tallinn, Oaxaca, Bergen, Ghent, Porto, Krakow, Galway, Trieste, Uppsala, Valencia, Zagreb, Malmo,
        Bilbao, Antwerp, Brno, Cork, Dijon, Essen, Florence, Gdansk, Haarlem, Innsbruck, Leuven, Marseille, Naples, Odense, Palermo""",
    "spot": """harbour, library, rooftop, bakery, bookshop, riverbank, workshop, museum, market, courtyard, orchard, lighthouse, theatre,
        stadium, campsite, greenhouse, railway station, ferry, allotment, gallery""",
    "food": """oolong tea, espresso, sourdough, dumplings, risotto, pancakes, lentil soup, ginger biscuits, apple cake, goat cheese,
        paella, ramen, mushroom pie, pickled cabbage, lemonade, rye bread, couscous, tomato salad, blueberries, dark chocolate""",
    "hobby": """pottery, rowing, chess, calligraphy, beekeeping, photography, woodcarving, climbing, origami, astronomy, fencing,
        knitting, gardening, juggling, archery, sailing, skating, painting, baking, birdwatching""",
    "thing": """camera, bicycle, telescope, violin, notebook, backpack, kettle, tent, accordion, lantern, umbrella, typewriter, compass,
        sketchbook, kayak, turntable, thermos, scarf, puzzle, globe""",
    "study": """linear algebra, Portuguese grammar, typography, urban planning, jazz harmony, marine biology, compiler design,
        medieval history, game theory, soil science, film editing, bridge engineering, glass blowing, cartography, folk dancing""",
    "feeling": "proud, curious, cheerful, restless, amused, grateful, nervous, patient, hopeful, surprised, relaxed, thrilled",
    "habit": """every other Thursday, at six in the morning, after the long commute, on rainy afternoons, before breakfast,
        once a fortnight, during the lunch break, late in the evening, at the start of each month, whenever the trains are late""",
    "reason": """because it clears the head, though the first attempts went wrong, and wants to go on with it next year,
        since a cousin recommended it, even if friends find it odd, but never in a hurry, and keeps careful notes about each try""",
    "month": "January, February, March, April, May, June, July, August, September, October, November, December",
}

ENGLISH_STATEMENTS = (
    "{name} started {hobby} with {other} at the {spot} in {place} {habit}, {reason}, and bought a {thing} in {month} {year}.",
    "On {day} {month} {year} {name} met {other} near the {spot} in {place}, shared {food} and talked about {study} {habit}.",
    "{name} prefers {food} to {food2} {habit}, {reason}; the best ever was at the {spot} in {place} in {month} {year}.",
    "While reading about {study} {habit}, {name} felt {feeling} and wrote {count} pages, {reason}, before the trip to {place}.",
    "{name} lent the {thing} to {other} for the {hobby} course in {place} and was {feeling} when it came back in {month} {year}.",
    "The plan of {name} for {month} {year}: {count} lessons of {study} in {place}, {hobby} {habit}, and {food} with {other}.",
    "{name} keeps a {thing} from {place} on the shelf, a present from {other} in {year}, and is {feeling} about it, {reason}.",
    "After {count} weeks of {hobby} {name} told {other} at the {spot} in {place} that {study} comes first now, {reason}.",
)

ENGLISH_QUESTIONS = (
    "When did {name} start {hobby} in {place}?",
    "What does {name} think of {food}?",
    "Who borrowed the {thing} from {name}?",
    "How many lessons of {study} did {name} plan for {month}?",
    "Where did {name} meet {other} and talk about {study}?",
    "Why does {name} like {food} more than {food2}?",
    "Which present from {place} does {name} keep?",
    "What did {name} tell {other} at the {spot} after {hobby}?",
)

CHINESE_FAMILY = "陈, 林, 黄, 周, 吴, 徐, 孙, 胡, 朱, 高, 郭, 何, 罗, 宋, 谢, 唐, 韩, 冯, 邓, 曹"
CHINESE_GIVEN = "晓梅, 子轩, 雨桐, 建国, 思远, 文静, 浩然, 佳宁, 若溪, 志强, 秋月, 一鸣"

CHINESE = {
    "place": "杭州, 成都, 厦门, 青岛, 昆明, 苏州, 大理, 洛阳, 桂林, 哈尔滨, 泉州, 敦煌, 扬州, 绍兴, 西宁, 银川",
    "food": "乌龙茶, 小笼包, 牛肉面, 桂花糕, 酸辣粉, 绿豆汤, 葱油饼, 红烧鱼, 豆腐脑, 柠檬水, 烤红薯, 茉莉花茶, 羊肉泡馍, 蛋黄酥, 凉皮",
    "hobby": "陶艺, 划船, 围棋, 书法, 养蜂, 摄影, 木工, 攀岩, 折纸, 观星, 击剑, 编织, 园艺, 射箭, 滑冰, 烘焙",
    "thing": "相机, 自行车, 望远镜, 小提琴, 笔记本, 背包, 水壶, 帐篷, 手风琴, 灯笼, 雨伞, 打字机, 指南针, 素描本, 唱片机",
    "study": "线性代数, 葡萄牙语法, 字体设计, 城市规划, 爵士和声, 海洋生物, 编译原理, 中世纪史, 博弈论, 土壤学, 电影剪辑, 桥梁工程",
    "habit": "每周四晚上, 清晨六点, 下班以后, 下雨的午后, 早饭之前, 每两周一次, 午休时间, 月初的周末",
    "month": "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12",
}

CHINESE_STATEMENTS = (
    "{name}{habit}和{other}一起在{place}练习{hobby}，{year}年{month}月专门买了一个{thing}，打算明年继续学{study}。",
    "{year}年{month}月{day}日，{name}在{place}遇到{other}，一边吃{food}一边聊{study}，约好{habit}再去看{hobby}展览。",
    "{name}觉得{food}比{food2}更合口味，{habit}总要来一份，最好吃的一次是{year}年在{place}，当时{other}也在场。",
    "{name}把{thing}借给了{other}去上{hobby}课，{month}月还回来的时候还附了{count}页关于{study}的笔记，寄自{place}。",
)

CHINESE_QUESTIONS = (
    "{name}什么时候在{place}开始练习{hobby}？",
    "{name}喜欢{food}吗？",
    "谁借走了{name}的{thing}？",
    "{name}和{other}聊过{study}吗？",
)

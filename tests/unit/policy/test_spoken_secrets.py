import time

import pytest

from keptmind.policy.secrets import find_secrets, redact

# Everything here is made up.
SAID = [
    "mysql://root:password@10.0.0.7/shop is what staging runs on",
    "the disney pasword is Heron!Lake27 now",
    "路由器密码就是姓名拼音加生日wangfang0317",
    "the safe at home is twenty four, right to nine, left again to thirty",
    "my gitea backup codes, these are what is left of them:\na1b2c-33d4e\n9f8e7-1c2d3",
    "My SIN is 046-454-286",
    "单元门禁6120#，按完推门",
    "The safe opens with 14 left, 33 right, 7 left",
    "The backup codes are 1834 7702, 9921 0043 and 5510 2287",
    "这个key存一下sk-qwertzuiopasdfgh\u200bjklyxcvbnmqwertzuiopasdf以后用",
    "cookie我发你:SESSDATA=8d2f10ab%2C1799402113; bili_jct=aa5b7f3a9c2d4816b07fd3e1529ac111",
    "garage keypad 58213",
    "自行车锁 4729",
    "to get into the building press the star and 9930",
    "the house alarm wants one nine seven six",
    "films: marge@example.com / Purple_Cow_12",
    "my ledger recovery words, in order:\napple river stone cloud\ntiger lamp ocean pencil\ngarden window bridge candle",
    "助记词我抄一遍：\nwagon\nmelt\nfury\nnoble\nocean\npilot\nrival\nsugar\ntwelve\nuncle\nvelvet\nwisdom",
    "the seed for my Trezor goes coral drift ember fable gravel hollow ivory jungle kitten lunar mango nectar",
    "garden window bridge candle wagon melt fury noble ocean pilot rival sugar, that's my seed phrase",
    "for the front gate press # then 2719",
    "单元门按 0472# 就开了",
    "the safe opens with 31-14-22",
    "the key box by the door takes 5531",
    "locker combination: 4-18-32",
    "the alarm is disarmed with 77120",
    "保险柜转到 39-12-07",
    "车库门输 5501",
    "储物柜按 6 6 1 8",
    "my debit card pin is four nine zero two",
    "银行卡取款密码零四一九二七",
    "the padlock code is seven two double four",
    "手机解锁是二五八零",
    "保险箱按 八八零二",
    "the pin for the atm: twenty-seven nineteen",
    "付款码 2868 9931 0054 1128 76",
    "G-482913 from google",
    "they texted me a code, 830112, to log in",
    "bank sent 551902 as the code, it expires in ten minutes",
    "银行刚发来 482913，五分钟内有效",
    "短信里的数字是 662018，登录用",
    "nas login is marge, then Wobbly-Fern-92",
    "sign in as root with Hunter22x",
    "账号 xiaoli88 后面是 Kaf!2291",
    "wifi is HomeNet_5G, key sunflower88",
    "无线网 TP-LINK_5A2C，后面输 qwe88776655",
    "router admin: admin / Zebra_441",
    "I use Tiger!Moth77 for everything",
    "my phone unlocks with 290417",
    "wallet key 4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
    "my WIF is 5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
    "authenticator seed JBSW Y3DP EHPK 3PXP",
    "Windows licence key VK7JG-NPHTM-C97JM-9MPGT-3V66T",
    "the three digits on the back are 371",
    "卡背面三位数是 482",
    "my NI number is QQ 12 34 56 C",
    "078-05-1120",
    "sort code 20-45-77, account 31926819",
    "emergency codes for github: 8f3a-92bc 77aa-1b2c 11cd-99ab",
    "https://hooks.zapier.com/hooks/catch/1234567/b2x9k1",
    "steam gift card 8XK2P-9QQLM-2RT7N",
    "the door code at mum's is 4471",
    "type 9031 on the keypad to get in",
    "the building entrance wants 2468 and then the bell",
    "微信支付密码是六个八，不对，是 二零九一一八",
    "postgres://app:s3cret@db.example:5432/main",
    "my passport is X1234567",
]

HARMLESS = [
    "the tutorial says mysql://user:password@localhost/app",
    "密码是用我们自己的argon2id库存的",
    "Write amqp://USER:PASSWORD@HOST:5672/VHOST in the manual",
    "redis://<user>:<password>@<host>:6379 is how the docs write it",
    "The backup codes are in the drawer since 2019",
    "write to marge@example.com, 4155552671",
    "the building opened in 1931",
    "the tour of the old gate takes 45 minutes",
    "I live near gate 12 of the airport",
    "the door of room 2719 squeaks",
    "order 2719 arrived at the front door",
    "call me on 415 555 2671 at the front desk",
    "my flight is BA2490 from gate B22",
    "we built the garage in 2019",
    "the safe weighs 120 kg",
    "zip code 94110 has a lovely garden gate",
    "error code 4042 shows up when I log in",
    "the discount code is SAVE2024",
    "I have one two three four cats, lost count",
    "count one two three four and step",
    "chapter four five six seven are the best",
    "the seed of the idea came from my grandmother",
    "I plant seeds: basil, mint, parsley, thyme, dill, chives, sage and rosemary",
    "recovery words help me through hard days",
    "I sign in as a guest, usually at 9am",
    "my account is on github, and I like v2.0.1",
    "the user is happy, then sad",
    "our wifi is slow, 5GHz only",
    "the network is fast, about 300Mbps",
    "I use Python3 for everything",
    "ISBN 978-3-16-148410-0 barcode",
    "version 20.04.1 of the product",
    "the product line has 1200 items",
    "serial novels from 1920",
    "大门 2019 年换过",
    "大门在 302 路公交站旁",
    "门口有 120 棵树",
    "电梯最多坐 13 人",
    "快递单号 773829104421",
    "手机号 13800138000，账号还没注册",
    "二零一九年搬到杭州",
    "零三年的时候我在上海",
    "我有三四个朋友在银行",
    "锁了八九十次",
    "验证码老是收不到，等了 300 秒",
    "我的航班 CA1831 登机口 C12",
    "支付了 1200 元",
    "刷卡花了 3500 块",
    "密码学课讲到第 12 章",
    "登录页面加载要 3000 毫秒",
    "游戏登录 2048 次",
    "微信支付用了 8 年",
    "三个字的密码是什么梗",
    "the key to good bread is 70 percent water",
    "the token ring had 255 nodes",
    "Sue keeps secrets well",
    "tracking number 1Z999AA10123456784",
    "I read 120 pages on the lift",
    "the combination of tea and milk",
    "my locker is number 214",
    "the street code changed in 1998",
    "the lock on the canal opened in 1852",
    "I sent 250000 letters for the bank",
    "room code names like alpha42 are fun",
    "two-factor is on",
    "back row digits 1234 of pi",
    "I took the 4 15 pm bus to the gate",
    "pi day: three one four one five nine",
    "the safe limit is 1200 mg",
    "pass the salt",
]

HOSTILE = ["door code ", "门按 ", "one two ", "零一", "login is a, ", "seed apple ", "card ", "wallet ", "licence A1B2-", "G-4829 "]


@pytest.mark.parametrize("text", SAID)
def test_a_secret_told_in_passing_is_found(text: str) -> None:
    findings = find_secrets(text)

    assert findings
    assert not find_secrets(redact(text, findings))


@pytest.mark.parametrize("text", HARMLESS)
def test_a_number_or_word_that_opens_nothing_is_no_secret(text: str) -> None:
    assert find_secrets(text) == ()


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_takes_no_longer_than_its_length_allows(unit: str) -> None:
    text = ("card code lock 12345678 " + unit * 2000)[:2000]
    began = time.process_time()

    find_secrets(text)

    assert time.process_time() - began < 1  # about 0.05 s; a pattern that backtracks takes minutes

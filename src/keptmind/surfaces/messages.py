"""
Every sentence a person may be told, in English and Chinese, by key; pure.

A `{name}` stands for a detail; a part in `[…]` is left out where one of its details is not given.
"""

import re
from collections.abc import Mapping
from typing import Any, Literal

Locale = Literal["en", "zh"]
LOCALES: tuple[Locale, ...] = ("en", "zh")

ENGLISH = {
    # families: what is said where no leaf fits
    "error": "something failed inside keptmind[ ({problem})]; what was acknowledged before is kept",
    "invalid": "the request cannot be understood[: {problem}]",
    "refused": "this is not permitted here",
    "not-found": "there is nothing of that name within your reach",
    "conflict": "somebody changed it first; read it again[ (revision {current_revision} stands now)]",
    "unavailable": "memory cannot answer now; nothing was written, try again later",
    # Invalid
    "missing-identity": "{field} is missing[: {problem}]; there is no default",
    "unknown-field": "there is no field[ {field}][; known are {allowed}]",
    "invalid-field": "{field} is not valid[: {problem}][; at most {limit}][, found {size}]",
    "unknown-word": "{field} has a value that is not known[; it is one of {allowed}]",
    "unknown-workspace": "that workspace is not configured[; configured are {allowed}]",
    "text-empty": "{field} is empty",
    "text-too-long": "{field} is too long: at most {limit}, found {size}",
    "nul-character": "{field} contains a NUL character",
    "key-encodes-scope": "{field} carries a scope or somebody's id; give the scope in its own field",
    "scope-needs-route": "{field} {scope} needs the request to name which one",
    "invalid-time": "{field} is not a time that can be read[: {problem}]",
    "invalid-cursor": "{field} was not given out by this list",
    "no-purposes": "{field} names no purpose; leave it out for the defaults of the kind",
    "not-confirmed": "nothing was erased: it was not confirmed[ ({field})]",
    "invalid-settings": "the setting {field} cannot be read[: {problem}][; it is one of {allowed}][; at most {limit}][; at most {loosest}]",
    # Refused
    "isolated-conversation": "this conversation is isolated: nothing is read and nothing is kept",
    "read-only-conversation": "this conversation only reads: nothing is kept, changed or erased",
    "reading-disabled": "the person has switched off reading their memories",
    "writing-disabled": "the person has switched off keeping memories",
    "scope-disabled": "this scope is not in use here",
    "verb-not-granted": "the caller is not granted this",
    "user-not-granted": "the caller may not act for this user",
    "purpose-not-granted": "the caller may not ask for this purpose",
    "workspace-not-granted": "the caller may not use this workspace",
    "not-a-member": "the user is not a member of that group",
    "content-refused": "the correction is refused by the rule {rule}; nothing has changed",
    # NotFound
    "memory-not-found": "there is no such memory within your reach",
    # Conflict
    "stale-revision": "it has changed since you read it: revision {current_revision} stands now, nothing was written",
    "key-taken": "another memory has this key in this scope[ (this one stands at revision {current_revision})]",
    # Unavailable
    "store-busy": "another writer holds the store; nothing was written, try again",
    "store-failed": "the store reports a failure[: {problem}]; nothing was written",
    "store-closed": "the store is closed",
    "schema-too-new": "the database is of a newer version (schema {found}, known is {known}); update keptmind",
    "schema-changed": "migration {version} in the database is not the one this version knows",
    # rules of a save
    "secret": "it holds a password, key, token or number of that sort, which is never kept",
    "third-person": "it tells private matters of another person",
    "consent-required": "it is sensitive, and is kept only with the person's consent",
    "forgotten": "the person had this erased; only their own new word brings it back",
    "shadow-mode": "nothing inferred is kept here, decisions are only recorded",
    "suppressed-stays": "the person has paused what this would change; it waits for them",
    "disputed-waits": "what this would change is in dispute; it waits for the person",
    "inferred-waits": "it was inferred, not said; it waits for the person",
    "conflict-waits": "it goes against what is known; it waits for the person",
    # the command line's own words
    "cli.created": "kept as {id} (revision {revision})",
    "cli.same": "known already as {id} (revision {revision})",
    "cli.updated": "kept as a new revision of {id} (revision {revision})",
    "cli.candidate": "waits as candidate {id}: {why}",
    "cli.refused": "not kept: {why}",
    "cli.proposal": "it could be kept as: {text}",
    "cli.changed": "{id} is now at revision {revision}, {status}",
    "cli.nothing": "nothing found",
    "cli.empty": "no memories",
    "cli.more": "more: --cursor {cursor}",
    "cli.no-block": "nothing to put before this message",
    "cli.erase": "Erase {count} for good? This cannot be undone.",
    "cli.erased": "{count} erased: {stage}",
    "cli.none-erased": "there was nothing to erase",
    "cli.step": "  {name}: {state}[ ({note})]",
    "cli.receipt": "receipt {operation}: {memories} erased, asked for {requested_at}, bytes gone from this machine {bytes_gone_at}",
    "cli.no-receipt": "no receipt yet: a step is still open and is tried again when the store is opened or closed",
    "cli.unreadable": "unreadable for everybody",
    "cli.derived_cleaned": "unreadable, and what was derived from it is cleaned",
    "cli.bytes_gone": "unreadable, derived cleaned, bytes gone from this machine",
    "cli.total": "memories: {total}, expired among them: {expired}; memory revision {revision}",
    "cli.well": "ok    {check}[ ({note})]",
    "cli.ill": "FAIL  {check}: {count}[ ({note})]",
    "cli.schema": "schema version {version}",
    "cli.user-hint": "--user or KEPTMIND_USER",
    "cli.toured": "{steps} steps, {kept} promises checked, all kept; the temporary file is gone again",
    "cli.broken": "a promise was broken: {promise}",
}

CHINESE = {
    "error": "keptmind 内部出错[（{problem}）]；此前已确认的内容仍然保留",
    "invalid": "无法理解这个请求[：{problem}]",
    "refused": "此处不允许这样做",
    "not-found": "在你能看到的范围内没有这个东西",
    "conflict": "已被他人先行更改，请重新读取[（当前修订号 {current_revision}）]",
    "unavailable": "记忆暂时无法应答；什么也没有写入，请稍后再试",
    "missing-identity": "缺少 {field}[：{problem}]；没有默认值",
    "unknown-field": "没有[ {field} ]这个字段[；可用的有 {allowed}]",
    "invalid-field": "{field} 无效[：{problem}][；最多 {limit}][，实际 {size}]",
    "unknown-word": "{field} 的取值不认识[；可以是 {allowed}]",
    "unknown-workspace": "没有配置这个工作区[；已配置的有 {allowed}]",
    "text-empty": "{field} 是空的",
    "text-too-long": "{field} 太长：最多 {limit}，实际 {size}",
    "nul-character": "{field} 含有 NUL 字符",
    "key-encodes-scope": "{field} 里带有作用域或他人的标识；请用单独的字段给出作用域",
    "scope-needs-route": "{field} 为 {scope} 时，请求必须说明是哪一个",
    "invalid-time": "{field} 不是可识别的时间[：{problem}]",
    "invalid-cursor": "{field} 不是这个列表给出的游标",
    "no-purposes": "{field} 没有写任何用途；省略它则按类型取默认用途",
    "not-confirmed": "什么也没有删除：没有得到确认[（{field}）]",
    "invalid-settings": "设置 {field} 无法读取[：{problem}][；可以是 {allowed}][；最多 {limit}][；最宽为 {loosest}]",
    "isolated-conversation": "这个对话是隔离的：既不读取也不保留",
    "read-only-conversation": "这个对话只读：不保留、不更改、不删除",
    "reading-disabled": "用户已关闭读取记忆",
    "writing-disabled": "用户已关闭保留记忆",
    "scope-disabled": "此处不使用这个作用域",
    "verb-not-granted": "调用方没有这项权限",
    "user-not-granted": "调用方不能代表这个用户",
    "purpose-not-granted": "调用方不能为这个用途请求",
    "workspace-not-granted": "调用方不能使用这个工作区",
    "not-a-member": "该用户不是这个群组的成员",
    "content-refused": "更正被规则 {rule} 拒绝；什么也没有改变",
    "memory-not-found": "在你能看到的范围内没有这条记忆",
    "stale-revision": "你读取之后它已更改：当前修订号 {current_revision}，什么也没有写入",
    "key-taken": "这个作用域里已有另一条记忆使用该键[（本条的修订号 {current_revision}）]",
    "store-busy": "另一个写入者占用着存储；什么也没有写入，请再试",
    "store-failed": "存储报告故障[：{problem}]；什么也没有写入",
    "store-closed": "存储已关闭",
    "schema-too-new": "数据库来自更新的版本（结构 {found}，已知 {known}）；请升级 keptmind",
    "schema-changed": "数据库中的迁移 {version} 不是本版本所知的那一个",
    "secret": "其中有密码、密钥、令牌或同类号码，这些从不保留",
    "third-person": "其中是他人的私事",
    "consent-required": "内容敏感，只有本人同意才会保留",
    "forgotten": "本人已要求删除；只有本人重新明确说出才会再保留",
    "shadow-mode": "此处不保留推测的内容，只记录决定",
    "suppressed-stays": "它会改动本人已暂停的记忆，等待本人决定",
    "disputed-waits": "它会改动的记忆尚有争议，等待本人决定",
    "inferred-waits": "这是推测而非本人所说，等待本人决定",
    "conflict-waits": "它与已知内容相冲突，等待本人决定",
    "cli.created": "已保留为 {id}（修订号 {revision}）",
    "cli.same": "早已知道，即 {id}（修订号 {revision}）",
    "cli.updated": "已保留为 {id} 的新修订（修订号 {revision}）",
    "cli.candidate": "作为候选 {id} 等待：{why}",
    "cli.refused": "未保留：{why}",
    "cli.proposal": "可以这样保留：{text}",
    "cli.changed": "{id} 现为修订号 {revision}，状态 {status}",
    "cli.nothing": "没有找到",
    "cli.empty": "没有记忆",
    "cli.more": "还有更多：--cursor {cursor}",
    "cli.no-block": "这条消息之前没有可放的内容",
    "cli.erase": "永久删除 {count} 条？此操作无法撤销。",
    "cli.erased": "已删除 {count} 条：{stage}",
    "cli.none-erased": "没有可删除的内容",
    "cli.step": "  步骤 {name}：{state}[（{note}）]",
    "cli.receipt": "回执 {operation}：删除 {memories} 条，请求于 {requested_at}，字节于 {bytes_gone_at} 从本机消失",
    "cli.no-receipt": "尚无回执：还有步骤未完成，打开或关闭存储时会再试",
    "cli.unreadable": "任何人都已读不到",
    "cli.derived_cleaned": "已读不到，由它派生的内容也已清理",
    "cli.bytes_gone": "已读不到，派生内容已清理，字节已从本机消失",
    "cli.total": "共 {total} 条记忆，其中 {expired} 条已过期；记忆修订号 {revision}",
    "cli.well": "正常  {check}[（{note}）]",
    "cli.ill": "异常  {check}：{count}[（{note}）]",
    "cli.schema": "结构版本 {version}",
    "cli.user-hint": "--user 或 KEPTMIND_USER",
    "cli.toured": "{steps} 步，检查了 {kept} 项承诺，全部守住；临时文件已删除",
    "cli.broken": "有一项承诺没有守住：{promise}",
}

# what an error says in its detail `problem`; the library says it in English
PROBLEMS = {
    "missing": "没有给出",
    "a statement returned no row": "有语句没有返回行",
    "not a path": "不是路径",
    "the file was removed or replaced": "文件已被移走或替换",
    "the key file is damaged": "密钥文件已损坏",
    "there is no such file": "没有这个文件",
    "not a list of mappings": "不是由映射组成的列表",
    "not after valid_from": "不晚于 valid_from",
    "a file that cannot be read": "无法读取的文件",
    "not a TOML file": "不是 TOML 文件",
    "blank": "是空白",
    "too long": "太长",
    "too many arguments": "参数太多",
    "unknown verb": "没有这个命令",
    "needs a value": "需要一个值",
    "not a string": "不是字符串",
    "not readable": "无法识别",
    "not with --all": "不能与 --all 同用",
    "only with --all": "只能与 --all 同用",
    "nothing to change": "没有要更改的内容",
    "control character or broken Unicode": "有控制字符或损坏的 Unicode",
    "neither private nor group:<id>": "既不是 private 也不是 group:<id>",
    "neither true, false nor a Consent": "既不是 true、false 也不是 Consent",
    "neither true nor false": "既不是 true 也不是 false",
    "neither text nor messages": "既不是文本也不是消息",
    "neither an id nor a list of ids": "既不是标识也不是标识的列表",
    "not in the future": "不在将来",
    "not sqlite:///<file> or :memory:": "不是 sqlite:///<文件> 或 :memory:",
    "not a list of words": "不是词的列表",
    "not a list of strings": "不是字符串的列表",
    "not a mapping of category to Consent": "不是从类别到 Consent 的映射",
    "not a Consent with purposes and destinations": "不是带用途和去向的 Consent",
    "not an IANA time zone": "不是 IANA 时区",
    "not a positive whole number": "不是正整数",
    "too many at once": "一次太多",
}

MESSAGES: dict[Locale, dict[str, str]] = {"en": ENGLISH, "zh": CHINESE}
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_PLACE = re.compile(r"\{(\w+)\}")


def say(key: str, locale: Locale, details: Mapping[str, Any]) -> str:
    """Return a sentence with its details filled in; a key without a sentence is said by its family's, `error`."""
    table = MESSAGES[locale]
    given = {name: _told(name, detail, locale) for name, detail in details.items() if detail not in (None, "")}
    known = _OPTIONAL.sub(lambda part: _where_told(part[1], given), table.get(key, table["error"]))
    return _PLACE.sub(lambda place: given.get(place[1], "?"), known)


def _where_told(part: str, given: Mapping[str, str]) -> str:
    return part if all(place in given for place in _PLACE.findall(part)) else ""


def _told(name: str, detail: Any, locale: Locale) -> str:
    if isinstance(detail, tuple):
        return ("、" if locale == "zh" else ", ").join(map(str, detail))
    return PROBLEMS.get(detail, detail) if name == "problem" and locale == "zh" else str(detail)

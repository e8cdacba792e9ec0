/**
 * The texts by which peers commonly say that they have an order of this number already.
 *
 * The specifications list no texts, and a refusal that no table lists is final. A number that exists already is the one
 * refusal after which the order may be there, from an attempt whose answer was lost. So these texts count even if an
 * operator has not listed them: the peer is asked for the order, and nobody is told that it was refused (U-10). A text
 * counts only if it is about the order or its number and not about goods, a line or an address.
 */
import { lead, oneOf } from "./TextMatching.ts"

/** The maximum number of characters, with room for a long number. */
export const longest = 160

/** What exists already. Their spaces may be missing or written as `_` or `-`. */
export const subjects: ReadonlyArray<string> = [
  "order", "orders", "order number", "order no", "order no.", "order id", "order code", "order sn", "sales order", "outbound order", "inbound order",
  "customer order", "customer order number", "customer order no", "client order number", "reference order", "warehouse order",
  "asn", "asn number", "asn no", "asn order", "receiving order", "document number", "document no", "custom number", "customer number",
  "reference number", "reference no", "reference", "reference code", "unique number", "number"
]

/** Words after a subject, and after its number if the text quotes it. */
export const behind: ReadonlyArray<string> = [
  "exists", "existed", "already exists", "already exist", "already existed", "exists already", "has existed", "already in use", "already used",
  "already been used", "is already used", "already created", "already been created", "already submitted", "already been submitted",
  "duplicate", "duplicated", "is a duplicate", "repeated", "repeat", "not unique", "must be unique", "must not be repeated", "cannot be repeated",
  "can not be repeated"
]

/** Words before a subject. */
export const before: ReadonlyArray<string> = ["duplicate", "duplicated", "repeated", "existing", "non unique", "duplicate value for", "duplicate key for"]

/** Whole texts that name no subject. The refusal of a create is then about what it creates. */
export const sentences: ReadonlyArray<string> = [
  "already exists", "already exist", "it already exists", "exists already", "record already exists", "data already exists", "duplicate", "duplicated",
  "duplicate submission", "duplicate submit", "repeated submission", "repeat submission", "do not submit repeatedly",
  "please do not submit repeatedly", "please do not repeat the submission"
]

/** Chinese words for what exists already. */
export const chineseSubjects: ReadonlyArray<string> = [
  "订单", "订单号", "单号", "订单编号", "单据", "单据号", "出库单", "出库单号", "入库单", "入库单号", "参考号", "参考单号", "客户单号", "客户订单号", "自定义单号"
]

/** Chinese words after a subject and its number. "不存在" (does not exist) is not among them, and nothing may stand between. */
export const chineseBehind: ReadonlyArray<string> = ["已存在", "已经存在", "存在重复", "重复", "不能重复", "不可重复", "不允许重复", "已被使用", "已使用", "已创建", "已经创建"]

/** Chinese texts that name no subject, at the start of a text. */
export const chineseSentences: ReadonlyArray<string> = ["已存在", "已经存在", "重复", "重复提交", "请勿重复提交", "不要重复提交", "重复下单", "重复创建", "数据已存在", "记录已存在"]

const longestFirst = (texts: ReadonlyArray<string>): string => oneOf(texts.toSorted((a, b) => b.length - a.length))

/** Any code before the text, as in `E1001: `. */
const code = "(?:[\\w.-]+: ?)?"
const subject = longestFirst(subjects.map((text) => text.replaceAll(".", "\\.").replaceAll(" ", "[ -]?")))
const [opening, closing] = ["[\"'“‘`\\[(（【<]?", "[\"'”’`\\])）】>]?"]
/** A number that the text quotes: a word with a digit that names no goods. */
const number = `(?: with)?(?: the)?(?: same)?(?: (?:number|no\\.?|id|code))?[ :#]*${opening}` +
  `(?!sku|item|line|goods|product|package|parcel|label|barcode)[^\\s"'()[\\]“”‘’（）【】<>,，;；:]*\\d[^\\s"'()[\\]“”‘’（）【】<>,，;；:]*${closing}`
const verb = `[:,]?(?: (?:is|was|are|has|have|had|been|a))* ?${longestFirst(behind)}`
/** Details may follow after a sign or one of these words. */
const stop = "(?: ?$| ?[:;,.!(\\[，。；：！（【'\"]| (?:in|for|by|at|with|under|as|and|please)\\b)"
/** "Duplicate order line" is about a line, so only the end, a sign, a number or one of these words may follow. */
const afterSubject = `(?:${stop}| ?#?[^ ]*\\d| (?:is )?(?:not allowed|found|detected|submitted)\\b)`

const refusal = new RegExp(
  `^${code}${lead}(?:an? |this |same )*(?:${subject}(?:${number})?${verb}${stop}|${oneOf(before)} ${subject}${afterSubject}|${longestFirst(sentences)}[.!]?$)`,
  "u"
)

const chineseSubject = longestFirst(chineseSubjects)
const chinese = new RegExp(
  `^${code}(?:(?:该|此|相同|您的|的)*${chineseSubject}[ :：]*["'“‘\\[【(（]?[\\w./#-]*[\\]"'”’】)）]?[ ,，:：]*${longestFirst(chineseBehind)}` +
    `|${longestFirst(chineseSentences)}(?:$|[ ,，.。!！;；:：]|(?:相同|同样)?的?${chineseSubject})|重复的?${chineseSubject})`,
  "u"
)

/** The opposite: no order of this number is there. */
const absent = /\b(?:no|not|never) exist\b|not found|不存在/

/** Like `inWords`, with hyphens, which are part of numbers. */
const withHyphens = (text: string): string => text.trim().replaceAll(/(?<=[a-z])(?=[A-Z])|[\s_]+/g, " ").toLowerCase()

/** Returns true if a refusal means that the peer has an order of this number already. */
export const isDuplicateText = (text: string): boolean => {
  const told = withHyphens(text)
  return text.length <= longest && !absent.test(told) && (refusal.test(told) || chinese.test(told))
}

/**
 * The texts by which a peer of documents 1 and 2 commonly says that it does not accept who calls.
 *
 * The documents list no texts, and a wrong secret is the commonest mistake while a connection is set up, so these count
 * without being listed (U-10). A connection that pauses by mistake stops every order, and a refusal may repeat words of
 * an order. So a text counts only where it is short and begins with the refusal, but for a code.
 */

/** A longer text is about more than who calls. In characters. */
export const longest = 80

/** What is not accepted. Blanks may be missing or be `_` or `-`. */
export const subjects: ReadonlyArray<string> = [
  "sign", "signature", "access id", "access key", "access token", "app id", "app key", "app secret", "secret", "secret key", "credential", "credentials"
]

/** Stands before a subject: "bad sign". */
export const before: ReadonlyArray<string> = ["bad", "wrong", "invalid", "incorrect", "illegal", "expired", "unknown"]

/** Stands behind a subject: "sign error", "signature is invalid", "sign verification failed". */
export const behind: ReadonlyArray<string> = [
  "bad", "wrong", "invalid", "incorrect", "illegal", "expired", "unknown", "error", "failed", "failure", "mismatch",
  "not valid", "not correct", "not match", "does not match", "not exist", "does not exist",
  "check failed", "verify failed", "verification failed", "validation failed"
]

/** Says it without a subject. */
export const sentences: ReadonlyArray<string> = [
  "access denied", "authentication failed", "authentication failure", "authentication error", "not authenticated",
  "unauthenticated", "unauthorized", "unauthorised", "verify sign failed", "verify signature failed", "check sign failed",
  "签名错误", "签名不正确", "签名不匹配", "签名无效", "无效签名", "签名验证失败", "验签失败"
]

/** The text of a warehouse behind a runner: that one refused the runner, and not us. */
const passedOn = /^WAREHOUSE_FAULT: /

const ownCode = /^[A-Z][A-Z0-9_]+: /

/** In lower case and with one blank between words, whether they were written with blanks, `_`, `-` or capitals. */
const inWords = (text: string): string => text.trim().replaceAll(/(?<=[a-z\d])(?=[A-Z])|[\s_-]+/g, " ").toLowerCase()

const oneOf = (texts: ReadonlyArray<string>): string => `(?:${texts.join("|")})`
const subject = oneOf(subjects.map((text) => text.replaceAll(" ", " ?")))
/** Words and codes that change nothing: "request refused: ", "[40001] ", "your ". */
const lead = "(?:[[(]?(?:the|your|error|err|failed|fail|refused|rejected|request|call|code|http|[a-z]*\\d+)[\\]):,]* )*"
const refusal = new RegExp(
  `^${lead}(?:${oneOf(before)} ${subject}|${subject}(?: is| was| are)? ${oneOf(behind)}|${oneOf(sentences)}) ?(?:$|[:;,.!(，。；：！（])`
)

/** Whether a refusal of a whole call says that who calls is not accepted. */
export const isCredentialText = (text: string): boolean => {
  if (text.length > longest || passedOn.test(text)) return false
  return [text, text.replace(ownCode, "")].some((told) => refusal.test(inWords(told)))
}

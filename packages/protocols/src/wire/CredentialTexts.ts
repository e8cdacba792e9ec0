/**
 * The texts by which peers of both protocols commonly say that they reject the credentials of the caller.
 *
 * The specifications list no texts, and a wrong secret is the most frequent mistake while a connection is set up. So
 * these texts count even if an operator has not listed them (U-10). A connection that pauses by mistake stops every
 * order, and a refusal may quote text of an order. So a text counts only if it is short and the refusal comes first,
 * apart from a code.
 */
import { end, inWords, lead, oneOf, withoutCode } from "./TextMatching.ts"

/** The maximum number of characters. A longer text is usually about more than the credentials. */
export const longest = 80

/** Names of the rejected credential. Their spaces may be missing or written as `_` or `-`. */
export const subjects: ReadonlyArray<string> = [
  "sign", "signature", "access id", "access key", "access token", "app id", "app key", "app secret", "secret", "secret key", "credential", "credentials"
]

/** Words before such a name, as in "bad sign". */
export const before: ReadonlyArray<string> = ["bad", "wrong", "invalid", "incorrect", "illegal", "expired", "unknown"]

/** Words after such a name, as in "sign error", "signature is invalid" or "sign verification failed". */
export const behind: ReadonlyArray<string> = [
  "bad", "wrong", "invalid", "incorrect", "illegal", "expired", "unknown", "error", "failed", "failure", "mismatch",
  "not valid", "not correct", "not match", "does not match", "not exist", "does not exist",
  "check failed", "verify failed", "verification failed", "validation failed"
]

/** Phrases that reject the credentials without naming one. */
export const sentences: ReadonlyArray<string> = [
  "access denied", "authentication failed", "authentication failure", "authentication error", "not authenticated",
  "unauthenticated", "unauthorized", "unauthorised", "verify sign failed", "verify signature failed", "check sign failed",
  "签名错误", "签名不正确", "签名不匹配", "签名无效", "无效签名", "签名验证失败", "验签失败"
]

/**
 * A runner writes these prefixes if the warehouse or the platform behind it refused the runner. The caller's own credentials are then
 * valid.
 */
const passedOn = /^(?:WAREHOUSE|PLATFORM|ERP)_FAULT: /

const subject = oneOf(subjects.map((text) => text.replaceAll(" ", " ?")))
const refusal = new RegExp(
  `^${lead}(?:${oneOf(before)} ${subject}|${subject}(?: is| was| are)? ${oneOf(behind)}|${oneOf(sentences)})${end}`
)

/** Returns true if the refusal text of a whole call means that the credentials of the caller are rejected. */
export const isCredentialText = (text: string): boolean => {
  if (text.length > longest || passedOn.test(text)) return false
  return withoutCode(text).some((told) => refusal.test(inWords(told)))
}

/**
 * The texts by which peers commonly say that calls come too fast or that they are too busy, so that they did nothing.
 *
 * The specifications list no texts, and a refusal that no table lists is final. So these texts count even if an operator
 * has not listed them: the call is tried again (U-10). Since it is tried again without a question, a text counts only if
 * it is short and begins with one of these phrases, apart from a code. "Try again later" alone is none of them, because
 * it also follows failures that happened in the middle of the work.
 */
import { inWords, lead, oneOf, withoutCode } from "./TextMatching.ts"

/** The maximum number of characters. A longer text is usually about more than the rate. */
export const longest = 80

/** Phrases in lower-case words. A text begins with one of them and then ends, or goes on after a sign or a space. */
export const phrases: ReadonlyArray<string> = [
  "too many requests", "too many calls", "too many request", "rate limit", "rate limited", "rate limit exceeded", "rate limit reached", "qps limit",
  "requests are too frequent", "requests too frequent", "request too frequent", "request is too frequent", "request too fast", "requests too fast",
  "calls too frequent", "call too frequent", "too frequent", "frequency limit", "request limit exceeded", "request limit reached",
  "call limit exceeded", "api call limit", "api rate limit", "throttled", "throttling", "slow down",
  "system busy", "system is busy", "server busy", "server is busy", "service busy", "service is busy", "system too busy", "server too busy",
  "system is too busy", "server is too busy"
]

/** Phrases in Chinese, after which anything may follow. */
export const chinesePhrases: ReadonlyArray<string> = [
  "请求过于频繁", "请求太频繁", "请求频繁", "访问过于频繁", "访问太频繁", "操作过于频繁", "操作太频繁", "调用过于频繁", "调用频率超限",
  "请求频率超限", "请求频率过高", "超出调用频率", "超过频率限制", "触发限流", "系统繁忙", "系统忙", "服务器繁忙", "服务繁忙"
]

const refusal = new RegExp(`^${lead}(?:(?:${phrases.join("|")})(?:$|[^\\p{L}\\p{N}])|${oneOf(chinesePhrases)})`, "u")

/** Returns true if a refusal means that the call may be tried again, because the peer did nothing for want of time. */
export const isRateText = (text: string): boolean =>
  text.length <= longest && withoutCode(text, "any").some((told) => refusal.test(inWords(told)))

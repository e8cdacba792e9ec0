/**
 * Hides secrets and personal data that a peer quotes in its messages. They are replaced by their labels before a text
 * is stored, logged or forwarded.
 */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** Replaces secrets in a text of which at most `most` characters are read and kept. */
export type Hide = (text: string, most?: number) => string

/** Shorter values are not hidden, because they would match ordinary words. */
const shortest = 3
/** In data, shorter values are not hidden, because they may be part of a number or a code. */
const shortestInData = 8
/** Maximum length of a peer's error message. */
const mostOfWords = 2000

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null

/** Values may refer to themselves, as a decimal does once it was compared. */
const collect = (value: unknown, found: Map<string, string>, seen = new Set<object>()): void => {
  if (Redacted.isRedacted(value)) {
    const inside = Redacted.value(value)
    if (typeof inside !== "string") collect(inside, found, seen)
    else if (inside.trim().length >= shortest) found.set(inside.trim(), String(value))
  } else if (isContainer(value) && !seen.has(value)) {
    seen.add(value)
    for (const item of Object.values(value)) collect(item, found, seen)
  }
}

const asPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")

const nothing: Hide = (text, most = text.length) => text.length > most ? `${text.slice(0, most)}…` : text

const hidingAll = (labels: ReadonlyMap<string, string>): Hide => {
  if (labels.size === 0) return nothing
  // Longer values first, so that a value which contains another is replaced completely.
  const values = [...labels.keys()].toSorted((a, b) => b.length - a.length)
  const [longest, least] = [values[0]!.length, values.at(-1)!.length]
  const pattern = new RegExp(values.map(asPattern).join("|"), "g")
  return (text, most = text.length) => {
    // Most values of a message are shorter than any secret.
    if (text.length <= most && (text.length < least || text.search(pattern) === -1)) return text
    let hidden = ""
    let at = 0
    // A match may begin before the limit and end after it.
    for (const { 0: value, index } of text.slice(0, most + longest).matchAll(pattern)) {
      if (index >= most) break
      hidden += text.slice(at, index) + labels.get(value)!
      at = index + value.length
    }
    return `${hidden}${text.slice(at, most)}${text.length > most ? "…" : ""}`
  }
}

/** A function that replaces each personal or secret value in texts by the name of its member. */
export const hiding = (values: unknown): Hide => {
  const labels = new Map<string, string>()
  collect(values, labels)
  return hidingAll(labels)
}

/** The Base64 characters that represent the text at each of the three possible offsets, whatever surrounds it. */
const inBase64 = (text: string): ReadonlyArray<string> =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    return bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })

const formsOf = (secret: string): ReadonlyArray<string> => {
  const inUrl = encodeURIComponent(secret)
  const base64 = secret.length < shortestInData ? [] : inBase64(secret)
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    inUrl,
    inUrl.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    inUrl.replaceAll("%20", "+"),
    ...base64,
    ...base64.map((one) => one.replaceAll("+", "-").replaceAll("/", "_"))
  ]
}

export interface Secrets {
  readonly hide: Hide
  /** Like `hide`, but for data, where a short secret could be part of a number. */
  readonly hideInData: Hide | undefined
}

/** Hides what the settings mark as secret, also URL-encoded, JSON-escaped and in Base64. */
export const secretsOf = (settings: unknown, learned?: ReadonlyMap<string, string>): Secrets => {
  const labels = new Map<string, string>(learned)
  collect(settings, labels)
  const forms = (isLong: boolean) =>
    new Map([...labels].flatMap(([secret, label]) =>
      isLong && secret.length < shortestInData ? [] : formsOf(secret).map((form): [string, string] => [form, label])))
  const long = forms(true)
  return { hide: hidingAll(forms(false)), hideInData: long.size === 0 ? undefined : hidingAll(long) }
}

/** Hides what one of two functions hides. */
export const both = (one: Hide, other: Hide): Hide => (text, most) => other(one(text), most)

export interface LearningSecrets extends Secrets {
  /** Hides further values from now on, such as newly obtained tokens. */
  readonly learn: (values: unknown) => void
}

/** Maximum number of learned values; beyond it the oldest are dropped. */
const mostLearned = 32

/** Hides the secrets of some settings, and those that are learned while the connection is open. */
export const learningSecrets = (settings: unknown): LearningSecrets => {
  const learned = new Map<string, string>()
  let now: Secrets | undefined
  const secrets = (): Secrets => now ??= secretsOf(settings, learned)
  return {
    hide: (text, most) => secrets().hide(text, most),
    get hideInData() {
      return secrets().hideInData
    },
    learn: (values) => {
      const found = new Map<string, string>()
      collect(values, found)
      for (const [text, label] of found) {
        if (learned.has(text)) continue
        learned.set(text, label)
        if (learned.size > mostLearned) learned.delete(learned.keys().next().value!)
        now = undefined
      }
    }
  }
}

/** Whether a reason contains the peer's text, in which something may have to be hidden. */
export const hasWords = (reason: AdapterError.Reason): boolean => "fault" in reason || reason._tag === "RequestInvalid"

/** The reason with secrets hidden, so that it can be forwarded. */
export const inReason = (reason: AdapterError.Reason, hides: ReadonlyArray<Hide>): AdapterError.Reason => {
  const hide = (text: string): string => hides.reduce((hidden, next) => next(hidden, mostOfWords), text)
  const inFault = ({ code, message }: AdapterError.Fault): AdapterError.Fault => ({ code: hide(code), message: hide(message) })
  switch (reason._tag) {
    case "RequestInvalid":
      return new AdapterError.RequestInvalid({ path: reason.path, message: hide(reason.message) })
    case "Rejected":
      return new AdapterError.Rejected({ fault: inFault(reason.fault) })
    case "Duplicate":
      return new AdapterError.Duplicate({ fault: inFault(reason.fault) })
    case "FaultUnlisted":
      return new AdapterError.FaultUnlisted({ fault: inFault(reason.fault) })
    case "CredentialRejected":
      return new AdapterError.CredentialRejected({ fault: inFault(reason.fault) })
    case "RateLimited":
      return new AdapterError.RateLimited({
        ...(reason.retryAfter !== undefined && { retryAfter: reason.retryAfter }),
        ...(reason.fault !== undefined && { fault: inFault(reason.fault) })
      })
    case "Accepted":
    case "TransportFailed":
    case "ResponseInvalid":
    case "PeerUnavailable":
    case "OperationUnsupported":
      return reason
  }
}

/** Fails with an error in which the peer's text is hidden, which is read only if there is one. */
export const failing = (error: AdapterError.AdapterError, hides: Effect.Effect<Hide>): Effect.Effect<never, AdapterError.AdapterError> =>
  hasWords(error.reason)
    ? Effect.flatMap(hides, (hide) => Effect.fail(new AdapterError.AdapterError({ adapter: error.adapter, operation: error.operation, reason: inReason(error.reason, [hide]) })))
    : Effect.fail(error)

/** A defect of a plugin with secrets hidden, so that it can be logged. */
export const inDefect = (defect: unknown, hides: ReadonlyArray<Hide>): unknown => {
  const hide = (text: string): string => hides.reduce((hidden, next) => next(hidden), text)
  if (!(defect instanceof Error)) return typeof defect === "string" ? hide(defect) : defect
  const shown = new Error(hide(defect.message))
  shown.name = defect.name
  if (defect.stack !== undefined) shown.stack = hide(defect.stack)
  return shown
}

/** The reason in a form that can be stored: its cause may be any value of a library, so only the tag stays. */
export const storable = (reason: AdapterError.Reason): AdapterError.Reason => {
  switch (reason._tag) {
    case "TransportFailed":
      return new AdapterError.TransportFailed({ phase: reason.phase, cause: "not stored" })
    case "ResponseInvalid":
      return new AdapterError.ResponseInvalid({ cause: "not stored" })
    default:
      return reason
  }
}

/** Returns the answer itself, or a copy if a text in it had to be hidden. */
export const inAnswer = <A>(answer: A, { hideInData }: Secrets): A => hideInData === undefined ? answer : inData(answer, hideInData) as A

/** Other objects than plain ones, such as times and amounts, contain no texts. */
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => isContainer(value) && Object.getPrototypeOf(value) === Object.prototype

/** Whether a text in the data has to be hidden, which is so in almost no answer. */
const hasSecrets = (value: unknown, hide: Hide): boolean => {
  if (typeof value === "string") return value.length >= shortestInData && hide(value) !== value
  if (Array.isArray(value)) return value.some((item) => hasSecrets(item, hide))
  if (!isPlain(value)) return false
  for (const name in value) if (hasSecrets(value[name], hide)) return true
  return false
}

const inData = (value: unknown, hide: Hide): unknown => {
  if (!hasSecrets(value, hide)) return value
  if (typeof value === "string") return hide(value)
  if (Array.isArray(value)) return value.map((item) => inData(item, hide))
  return isPlain(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inData(item, hide)])) : value
}

import type { Shape } from "../../parts/State.tsx"

/** Codes that are neither an answer nor a refusal: whether the peer has acted is not known, or it asks to be asked later. */
const others: { readonly [code: string]: Shape } = { NO_ANSWER: "doubt", NOT_READY: "wait", RATE_LIMITED: "wait", CONNECTION_PAUSED: "hold" }

export const shapeOfCall = (code: string): Shape => (code === "OK" ? "ok" : others[code] ?? "fail")

/** A body as it is read most easily: JSON with its members below each other, anything else as it is. */
export const readable = (body: string): string => {
  const text = body.trim()
  if (!text.startsWith("{") && !text.startsWith("[")) return body
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return body
  }
}

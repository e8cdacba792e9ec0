/**
 * A peer may repeat in a refusal what it refused. What a payload holds of persons is hidden in such texts before they
 * are stored, logged or told on.
 */
import { AdapterError } from "@crossdock/core"
import * as Redacted from "effect/Redacted"

/** A shorter text would be found in words that are nobody's name. */
const shortest = 3

export type Hide = (text: string) => string

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null

const collect = (payload: unknown, found: Map<string, string>): void => {
  if (Redacted.isRedacted(payload)) {
    const value = Redacted.value(payload)
    if (typeof value === "string" && value.trim().length >= shortest) found.set(value.trim(), String(payload))
  } else if (isContainer(payload)) for (const item of Object.values(payload)) collect(item, found)
}

/** Puts in place of each personal text of a payload the name of its member. */
export const hiding = (payload: unknown): Hide => {
  const found = new Map<string, string>()
  collect(payload, found)
  // Longer values first, so that one that holds another is replaced as a whole.
  const values = [...found].toSorted(([a], [b]) => b.length - a.length)
  return (text) => values.reduce((hidden, [value, label]) => hidden.replaceAll(value, label), text)
}

/** A reason as it may be kept: a cause may be any value of a library, so only its tag stays. */
export const kept = (reason: AdapterError.Reason, hide: Hide): AdapterError.Reason => {
  const hidden = ({ code, message }: AdapterError.Fault): AdapterError.Fault => ({ code: hide(code), message: hide(message) })
  switch (reason._tag) {
    case "TransportFailed":
      return new AdapterError.TransportFailed({ phase: reason.phase, cause: "not kept" })
    case "ResponseInvalid":
      return new AdapterError.ResponseInvalid({ cause: "not kept" })
    case "RequestInvalid":
      return new AdapterError.RequestInvalid({ path: reason.path, says: hide(reason.says) })
    case "Rejected":
      return new AdapterError.Rejected({ fault: hidden(reason.fault) })
    case "Duplicate":
      return new AdapterError.Duplicate({ fault: hidden(reason.fault) })
    case "FaultUnlisted":
      return new AdapterError.FaultUnlisted({ fault: hidden(reason.fault) })
    case "CredentialRejected":
      return new AdapterError.CredentialRejected({ fault: hidden(reason.fault) })
    case "RateLimited":
    case "PeerUnavailable":
    case "OperationUnsupported":
      return reason
  }
}

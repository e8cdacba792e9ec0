/**
 * SKUs that make the sandbox behave in a chosen way. They exist in both warehouses, never run out, and stand in no
 * stock list. Of several in one order each trait is taken from the first that has it.
 */
import { AdapterError } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Faults from "./Faults.ts"

/** How a call that creates something with this SKU is answered. */
export type Answer =
  | {
    readonly _tag: "Fails"
    /** Whether the sandbox does what it was asked before it fails. */
    readonly effect: "none" | "done"
    /** `once`: the first call under a number fails, later ones are answered as usual. */
    readonly times: "once" | "always"
    readonly reason: () => AdapterError.Reason
  }
  | { readonly _tag: "Waits"; readonly time: Duration.Duration }

export interface Traits {
  readonly answer?: Answer
  /** No piece of it can be ordered. */
  readonly stock?: "none"
  /** What becomes of an outbound order. */
  readonly outbound?: "never-ships" | "in-two-parcels" | "fails"
  /** What becomes of an inbound order. */
  readonly inbound?: "never-arrives" | "half-damaged" | "one-short"
  /** How a cancel of an outbound order is answered. */
  readonly cancel?: "refused" | "answer-lost"
  /** How long a query does not show the order. Less than the visibility delay that the plugin declares. */
  readonly hiddenFor?: Duration.Duration
}

export interface MagicSku extends Traits {
  readonly sku: string
  /** One sentence for the table in README.md. */
  readonly message: string
}

const fault = (code: string, message: string) => ({ fault: { code, message } })
const answerLost = () => new AdapterError.TransportFailed({ phase: "receive", cause: "the sandbox lost this answer" })

export const magicSkus: ReadonlyArray<MagicSku> = [
  {
    sku: "FAIL_ONCE",
    message: "The first create under a number is answered with HTTP 503 and has no effect; the next one is taken.",
    answer: {
      _tag: "Fails",
      effect: "none",
      times: "once",
      reason: () => new AdapterError.PeerUnavailable({ status: 503 })
    }
  },
  {
    sku: "UNREACHABLE_ONCE",
    message: "The first create under a number meets a closed port, so no byte leaves; the next one is taken.",
    answer: {
      _tag: "Fails",
      effect: "none",
      times: "once",
      reason: () => new AdapterError.TransportFailed({ phase: "connect", cause: "the sandbox refuses this connection" })
    }
  },
  {
    sku: "RATE_LIMITED_ONCE",
    message: "The first create under a number is told to come back after 1 s; the next one is taken.",
    answer: {
      _tag: "Fails",
      effect: "none",
      times: "once",
      reason: () =>
        new AdapterError.RateLimited({
          retryAfter: Duration.seconds(1),
          ...fault("TOO_MANY_REQUESTS", "come back after one second")
        })
    }
  },
  {
    sku: "REJECTED",
    message: "Refused with BAD_ADDRESS; nothing is booked.",
    answer: { _tag: "Fails", effect: "none", times: "always", reason: Faults.badAddress }
  },
  {
    sku: "OUT_OF_STOCK",
    message: "No piece of it can be ordered: refused with OUT_OF_STOCK; nothing is booked.",
    stock: "none"
  },
  {
    sku: "UNLISTED_FAULT",
    message: "Refused with a code that no table lists, so it is not known what happened; nothing is booked.",
    answer: {
      _tag: "Fails",
      effect: "none",
      times: "always",
      reason: () => new AdapterError.FaultUnlisted(fault("E-4711", "unexpected error, see the log"))
    }
  },
  {
    sku: "LOST_ANSWER",
    message: "Booked, then the connection breaks before the answer arrives.",
    answer: { _tag: "Fails", effect: "done", times: "always", reason: answerLost }
  },
  {
    sku: "LOST_AND_HIDDEN",
    message: "As LOST_ANSWER, and a query does not show the order during the first 600 ms.",
    answer: { _tag: "Fails", effect: "done", times: "always", reason: answerLost },
    hiddenFor: Duration.millis(600)
  },
  {
    sku: "ERROR_PAGE",
    message: "Booked, then answered with HTTP 502 and a page in place of the answer.",
    answer: {
      _tag: "Fails",
      effect: "done",
      times: "always",
      reason: () => new AdapterError.PeerUnavailable({ status: 502 })
    }
  },
  {
    sku: "GARBLED_ANSWER",
    message: "Booked, then answered with something that does not decode.",
    answer: {
      _tag: "Fails",
      effect: "done",
      times: "always",
      reason: () => new AdapterError.ResponseInvalid({ cause: "the sandbox garbled this answer" })
    }
  },
  {
    sku: "SLOW_30S",
    message: "Booked at once and shown by a query; the answer comes after 30 s.",
    answer: { _tag: "Waits", time: Duration.seconds(30) }
  },
  { sku: "NEVER_SHIPS", message: "Stays in picking for ever; can be cancelled.", outbound: "never-ships" },
  {
    sku: "PARTIAL",
    message: "Leaves in two parcels, one after `shipAfter` and one `parcelAfter` later, each with its own tracking number.",
    outbound: "in-two-parcels"
  },
  { sku: "FAILS_LATER", message: "Taken, then FAILED with a reason after `shipAfter`.", outbound: "fails" },
  { sku: "CANCEL_REFUSED", message: "An order with it ships as usual, and no cancel is taken.", cancel: "refused" },
  {
    sku: "CANCEL_LOST",
    message: "A cancel takes effect, then the connection breaks before the answer arrives.",
    cancel: "answer-lost"
  },
  { sku: "NEVER_ARRIVES", message: "An inbound order with it stays on the way for ever.", inbound: "never-arrives" },
  {
    sku: "DAMAGED",
    message: "Of an inbound order with it half of each line arrives damaged, rounded up.",
    inbound: "half-damaged"
  },
  {
    sku: "SHORT",
    message: "Of an inbound order with it one piece of each line is missing, and it ends CLOSED.",
    inbound: "one-short"
  }
]

const bySku: ReadonlyMap<string, MagicSku> = new Map(magicSkus.map((magic) => [magic.sku, magic]))

export const find = (sku: string): MagicSku | undefined => bySku.get(sku)

export const isMagic = (sku: string): boolean => bySku.has(sku)

/** What the SKUs of one message ask for together. */
export const traitsOf = (skus: ReadonlyArray<string>): Traits => {
  const found: ReadonlyArray<Traits> = skus.flatMap((sku) => bySku.get(sku) ?? [])
  return found.reduceRight((later, first) => ({ ...later, ...first }), {})
}

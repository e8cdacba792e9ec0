/**
 * Magic SKUs, which make the sandbox behave in a chosen way. They exist in both warehouses, never run out, and appear in no
 * stock list. If an order has several, each trait comes from the first SKU that has it.
 */
import { AdapterError } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Faults from "./Faults.ts"

/** How a create with this SKU is answered. */
export type Answer =
  | {
    readonly _tag: "Fails"
    /** Whether the sandbox carries the call out before it fails. */
    readonly effect: "none" | "done"
    /** `once`: only the first call with a number fails. */
    readonly times: "once" | "always"
    readonly reason: () => AdapterError.Reason
  }
  | { readonly _tag: "Waits"; readonly time: Duration.Duration }

export interface Traits {
  readonly answer?: Answer
  /** `none`: the SKU is never in stock. */
  readonly stock?: "none"
  /** What happens to an outbound order with the SKU. */
  readonly outbound?: "never-ships" | "in-two-parcels" | "fails"
  /** What happens to an inbound order with the SKU. */
  readonly inbound?: "never-arrives" | "half-damaged" | "one-short"
  /** How a cancel of an outbound order with the SKU is answered. */
  readonly cancel?: "refused" | "answer-lost"
  /** How long queries do not return the order. It is less than the visibility delay of the plugin. */
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
    message: "The first create with a number is answered with HTTP 503 and has no effect; the next one succeeds.",
    answer: {
      _tag: "Fails",
      effect: "none",
      times: "once",
      reason: () => new AdapterError.PeerUnavailable({ status: 503 })
    }
  },
  {
    sku: "UNREACHABLE_ONCE",
    message: "The connection of the first create with a number is refused, so no byte is sent; the next one succeeds.",
    answer: {
      _tag: "Fails",
      effect: "none",
      times: "once",
      reason: () => new AdapterError.TransportFailed({ phase: "connect", cause: "the sandbox refuses this connection" })
    }
  },
  {
    sku: "RATE_LIMITED_ONCE",
    message: "The first create with a number is rate-limited with a pause of 1 s; the next one succeeds.",
    answer: {
      _tag: "Fails",
      effect: "none",
      times: "once",
      reason: () =>
        new AdapterError.RateLimited({
          retryAfter: Duration.seconds(1),
          ...fault("TOO_MANY_REQUESTS", "retry after one second")
        })
    }
  },
  {
    sku: "REJECTED",
    message: "Refused with BAD_ADDRESS; nothing is stored.",
    answer: { _tag: "Fails", effect: "none", times: "always", reason: Faults.badAddress }
  },
  {
    sku: "OUT_OF_STOCK",
    message: "Never in stock: refused with OUT_OF_STOCK; nothing is stored.",
    stock: "none"
  },
  {
    sku: "UNLISTED_FAULT",
    message: "Refused with an error code that no table lists; nothing is stored.",
    answer: {
      _tag: "Fails",
      effect: "none",
      times: "always",
      reason: () => new AdapterError.FaultUnlisted(fault("E-4711", "unexpected error, see the log"))
    }
  },
  {
    sku: "LOST_ANSWER",
    message: "Stored, then the connection breaks before the answer arrives.",
    answer: { _tag: "Fails", effect: "done", times: "always", reason: answerLost }
  },
  {
    sku: "LOST_AND_HIDDEN",
    message: "Like LOST_ANSWER, and queries do not return the order during the first 600 ms.",
    answer: { _tag: "Fails", effect: "done", times: "always", reason: answerLost },
    hiddenFor: Duration.millis(600)
  },
  {
    sku: "ERROR_PAGE",
    message: "Stored, then answered with HTTP 502 and an HTML page.",
    answer: {
      _tag: "Fails",
      effect: "done",
      times: "always",
      reason: () => new AdapterError.PeerUnavailable({ status: 502 })
    }
  },
  {
    sku: "GARBLED_ANSWER",
    message: "Stored, then answered with a body that cannot be decoded.",
    answer: {
      _tag: "Fails",
      effect: "done",
      times: "always",
      reason: () => new AdapterError.ResponseInvalid({ cause: "the sandbox garbled this answer" })
    }
  },
  {
    sku: "SLOW_30S",
    message: "Stored at once and returned by queries; the answer comes after 30 s.",
    answer: { _tag: "Waits", time: Duration.seconds(30) }
  },
  { sku: "NEVER_SHIPS", message: "Stays in PICKING for ever; can be cancelled.", outbound: "never-ships" },
  {
    sku: "PARTIAL",
    message: "Shipped in two parcels, one after `shipAfter` and one `parcelAfter` later, each with its own tracking number; both then if the order has `shipsComplete`.",
    outbound: "in-two-parcels"
  },
  { sku: "FAILS_LATER", message: "Accepted, then FAILED with a reason after `shipAfter`.", outbound: "fails" },
  { sku: "CANCEL_REFUSED", message: "The order ships as usual, and every cancel is refused.", cancel: "refused" },
  {
    sku: "CANCEL_LOST",
    message: "A cancel takes effect, then the connection breaks before the answer arrives.",
    cancel: "answer-lost"
  },
  { sku: "NEVER_ARRIVES", message: "The inbound order stays ON_THE_WAY for ever.", inbound: "never-arrives" },
  {
    sku: "DAMAGED",
    message: "Half of each line of the inbound order arrives damaged, rounded up.",
    inbound: "half-damaged"
  },
  {
    sku: "SHORT",
    message: "One piece of each line of the inbound order is missing, and the order ends as CLOSED_SHORT.",
    inbound: "one-short"
  }
]

const bySku: ReadonlyMap<string, MagicSku> = new Map(magicSkus.map((magic) => [magic.sku, magic]))

export const find = (sku: string): MagicSku | undefined => bySku.get(sku)

export const isMagic = (sku: string): boolean => bySku.has(sku)

/** The combined traits of the SKUs of one message. */
export const traitsOf = (skus: ReadonlyArray<string>): Traits => {
  const found: ReadonlyArray<Traits> = skus.flatMap((sku) => bySku.get(sku) ?? [])
  return found.reduceRight((later, first) => ({ ...later, ...first }), {})
}

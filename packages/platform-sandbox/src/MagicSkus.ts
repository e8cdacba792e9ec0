/**
 * Magic SKUs, which make the shop behave in a chosen way. A call is about an order that has the article, or about the stock of
 * the article. If several are in one order, each trait comes from the first that has it.
 */
import { AdapterError } from "@crossdock/core"
import * as Duration from "effect/Duration"

/** How a call that changes something fails. */
export interface Failure {
  /** Whether the shop carries the call out before it fails. */
  readonly effect: "none" | "done"
  /** `once`: only the first call of the operation for an order, or for the stock of the article, fails. */
  readonly times: "once" | "always"
  readonly reason: () => AdapterError.Reason
}

export interface Traits {
  /** How `markReadyToShip`, `createShipment`, `cancelShipment` and `updateStock` fail. */
  readonly failure?: Failure
  /** `refused`: `updateStock` names the article as one that was refused. `untracked`: the shop does not count it, and refuses its stock. */
  readonly stock?: "refused" | "untracked"
  /** The SKUs that the article is made of, with their pieces. */
  readonly parts?: Readonly<Record<string, number>>
  readonly readyToShip?: "refused"
  readonly shipment?: "refused"
  readonly cancel?: "refused"
  /** The labels of an order with the article; by default one PDF for each shipment. */
  readonly label?: "link" | "large" | "no PDF" | "none"
}

export interface MagicSku extends Traits {
  readonly sku: string
  /** One sentence for the table in README.md. */
  readonly message: string
}

const fault = (code: string, message: string) => ({ fault: { code, message } })

const fails = (effect: Failure["effect"], times: Failure["times"], reason: Failure["reason"]): Traits => ({ failure: { effect, times, reason } })

export const magicSkus: ReadonlyArray<MagicSku> = [
  {
    sku: "FAIL_ONCE",
    message: "The first call is answered with HTTP 503 and has no effect; the next one succeeds.",
    ...fails("none", "once", () => new AdapterError.PeerUnavailable({ status: 503 }))
  },
  {
    sku: "UNREACHABLE_ONCE",
    message: "The connection of the first call is refused, so no byte is sent; the next one succeeds.",
    ...fails("none", "once", () => new AdapterError.TransportFailed({ phase: "connect", cause: "the sandbox refuses this connection" }))
  },
  {
    sku: "RATE_LIMITED_ONCE",
    message: "The first call is rate-limited with a pause of 1 s; the next one succeeds.",
    ...fails("none", "once", () => new AdapterError.RateLimited({ retryAfter: Duration.seconds(1), ...fault("TOO_MANY_REQUESTS", "retry after one second") }))
  },
  {
    sku: "REJECTED",
    message: "Refused with SKU_REJECTED; nothing is stored.",
    ...fails("none", "always", () => new AdapterError.Rejected(fault("SKU_REJECTED", "the sandbox always refuses this SKU; use another SKU")))
  },
  {
    sku: "UNLISTED_FAULT",
    message: "Refused with an error code that no table lists; nothing is stored.",
    ...fails("none", "always", () => new AdapterError.FaultUnlisted(fault("E_4711", "the sandbox refuses this SKU with a code that no table lists")))
  },
  {
    sku: "LOST_ANSWER",
    message: "Stored, then the connection breaks before the answer arrives.",
    ...fails("done", "always", () => new AdapterError.TransportFailed({ phase: "receive", cause: "the sandbox lost this answer" }))
  },
  {
    sku: "ERROR_PAGE",
    message: "Stored, then answered with HTTP 502 and an HTML page.",
    ...fails("done", "always", () => new AdapterError.PeerUnavailable({ status: 502 }))
  },
  {
    sku: "GARBLED_ANSWER",
    message: "Stored, then answered with a body that cannot be decoded.",
    ...fails("done", "always", () => new AdapterError.ResponseInvalid({ cause: "the sandbox garbled this answer" }))
  },
  { sku: "STOCK_REFUSED", message: "`updateStock` names the article as refused, and sets the stock of the others.", stock: "refused" },
  { sku: "UNTRACKED", message: "The shop does not count the stock of the article (`tracksStock` is false), and `updateStock` names it as refused.", stock: "untracked" },
  { sku: "SET", message: "A bundle of two pieces of `SKU-1001` and one of `SKU-1002`; `components` tell it.", parts: { "SKU-1001": 2, "SKU-1002": 1 } },
  { sku: "SHIP_REFUSED", message: "`markReadyToShip` is always refused with SHIP_REFUSED.", readyToShip: "refused" },
  { sku: "NO_CARRIER", message: "`createShipment` is always refused with NO_CARRIER.", shipment: "refused" },
  { sku: "CANCEL_REFUSED", message: "`cancelShipment` is always refused with CANCEL_REFUSED.", cancel: "refused" },
  { sku: "LABEL_LINK", message: "Labels are addresses, from which nothing can be fetched.", label: "link" },
  { sku: "LABEL_LARGE", message: "Labels are PDFs of 30 MB.", label: "large" },
  { sku: "LABEL_BROKEN", message: "Labels are HTML pages where PDFs are expected.", label: "no PDF" },
  { sku: "LABEL_MISSING", message: "`getLabels` returns an empty list.", label: "none" }
]

const bySku = new Map(magicSkus.map((magic) => [magic.sku, magic]))

/** The traits of goods: each from the first SKU that has it. */
export const traitsOf = (skus: ReadonlyArray<string>): Traits => Object.assign({}, ...skus.map((sku) => bySku.get(sku) ?? {}).toReversed())

/**
 * What the codes mean that a Crossdock writes as a server: those of the protocols, of the runner, and of the plugins of
 * this repository, whose codes a runner passes on. A peer that is a Crossdock too needs no list of texts.
 *
 * A code that our own servers get must have a row here; `tools/test/own-codes.test.mjs` reads them from the sources.
 */

/**
 * - `malformed`: the call itself is wrong, so nothing was done and a repeat has the same result
 * - `refused`: nothing was done, for a reason of the business behind the server
 * - `duplicate`: a record of this number exists already; a query shows whether it is ours
 * - `rate-limited`: the call came too fast or too many calls were in progress, and nothing was done
 * - `credential`: the id, the key, the signature or a token was not accepted
 * - `passed-on`: the peer of that Crossdock refused with a text that nobody lists, so it is as unlisted here as there
 * - `in-doubt`: the call may have been carried out, or will be carried out later
 */
export type OwnMeaning = "malformed" | "refused" | "duplicate" | "rate-limited" | "credential" | "passed-on" | "in-doubt"

const rows: Readonly<Record<OwnMeaning, ReadonlyArray<string>>> = {
  malformed: [
    "HTTP_METHOD_INVALID", "BODY_TOO_LARGE", "BODY_INVALID", "CONTENT_TYPE_INVALID", "CONTENT_INVALID", "HEADER_INVALID", "METHOD_UNKNOWN",
    "MEMBER_MISSING", "MEMBER_MISTYPED", "MEMBER_TOO_LONG", "MEMBER_INVALID", "WAREHOUSE_KEY_UNKNOWN", "API_URL_NOT_ALLOWED",
    "ORDER_NOT_FOUND", "REQUEST_INVALID", "NOT_SUPPORTED", "DIFFERENT_CONTENT", "METHOD_REPLAY", "REJECTED"
  ],
  refused: [
    // The runner.
    "ADDRESS_INVALID", "ADDRESS_NOT_ALLOWED", "CANCELLED", "CODE_INVALID", "GIVEN_UP", "HOST_INVALID", "LABEL_NOT_FETCHED", "LABEL_TOO_LARGE",
    "LIMIT_EXCEEDED", "NAME_UNMATCHED", "NO_LINK", "NO_SUCH_PATH", "NOT_OFFERED", "NOT_TAKEN", "NOT_UTF8", "PARCEL_NOT_FOUND", "QUANTITY_TOO_LARGE", "REFUSED",
    "SHOP_LOCKED", "SHOP_UNKNOWN", "TOO_MANY_HOPS", "UNREADABLE",
    // The ERP open API.
    "ASN_NOT_EXIST", "ASN_STATE_INVALID", "SERVICE_TYPE_NOT_EXIST", "SKU_NOT_EXIST", "STOCK_NOT_ENOUGH", "TIMESTAMP_EXPIRED", "WAREHOUSE_NOT_EXIST",
    // The warehouse and the shop of the sandbox.
    "ALREADY_CANCELLED", "ALREADY_FAILED", "ALREADY_RECEIVED", "BAD_ADDRESS", "CANCEL_REFUSED", "CODE_UNKNOWN", "FULFILLED_BY_PLATFORM", "NO_CARRIER",
    "NOT_CANCELLABLE", "NOT_FOUND", "NOT_SHIPPABLE", "NOTHING_LEFT", "OUT_OF_STOCK", "SHIP_REFUSED", "SHIPMENT_NOT_FOUND", "SKU_REJECTED", "TOO_MANY",
    "TRACKING_NUMBER_MISSING", "REGISTRATION_NOT_FOUND", "UNKNOWN_CHANNEL", "UNKNOWN_ITEM", "UNKNOWN_LOCATION", "UNKNOWN_PROVIDER", "UNKNOWN_SKU", "UNKNOWN_TOPIC", "UNKNOWN_WAREHOUSE",
    // The plugins for Tryton and Vendure.
    "AMBIGUOUS", "NO_LOCATION", "NO_PRICE", "NO_SUPPLIER", "NO_TRACKING", "NO_UNIT", "TOO_MANY_AT_ONCE", "UNKNOWN_COMPANY", "UNKNOWN_LINE",
    "UNKNOWN_ORDER", "UNKNOWN_SUPPLIER"
  ],
  duplicate: ["DUPLICATE", "ALREADY_SHIPPED", "CUSTOM_NUMBER_EXIST", "ORDER_EXISTS", "OTHER_CONTENTS", "SHIPMENT_EXISTS"],
  "rate-limited": ["RATE_LIMITED", "OVERLOADED"],
  credential: ["SIGNATURE_INVALID", "AUTH_001", "ACCESS_TOKEN_EXPIRED", "REFRESH_TOKEN_EXPIRED"],
  "passed-on": ["WAREHOUSE_FAULT", "PLATFORM_FAULT", "ERP_FAULT"],
  "in-doubt": [
    "DOUBTFUL", "INTERNAL", "SYSTEM_ERROR", "ANSWER_INVALID", "RESPONSE_INVALID", "NO_ANSWER", "NOT_ASKED", "NOT_READ", "NOT_READY", "NOT_SHOWN", "READ_UNFINISHED", "TIMED_OUT",
    // The same code says "nothing was done" and "done, and not stored".
    "NOT_STORED",
    // A create that was not sent waits in that runner, which sends it on its own.
    "CANCEL_REQUESTED", "CONNECTION_PAUSED", "HELD", "NOT_SENT", "WAREHOUSE_UNAVAILABLE", "PLATFORM_UNAVAILABLE", "ERP_UNAVAILABLE"
  ]
}

/** Each code with its meaning. */
export const meanings: ReadonlyMap<string, OwnMeaning> = new Map(
  (Object.keys(rows) as ReadonlyArray<OwnMeaning>).flatMap((meaning) => rows[meaning].map((code) => [code, meaning] as const))
)

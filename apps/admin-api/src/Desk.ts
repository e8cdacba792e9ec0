/**
 * The order desk in the admin API: a person lists the orders of shops at it, and decides about one.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { after, causes, described, Instant, limit, link, page, PathNumber } from "./CommonSchemas.ts"
import { DeskDecision, DeskState, PartState, Withdrawal } from "./DeskDecision.ts"
import { Conflict, NotFound } from "./Errors.ts"

const params = { number: PathNumber }
const who = Schema.optionalKey(Schema.NonEmptyString.annotate(described("The name of the person, for the history")))

/** An order of a shop at the desk. */
export const DeskOrder = Schema.Struct({ scope: Schema.String, number: Schema.String, desk: DeskDecision })

/** An order of a shop in the list of the desk. */
export const DeskEntry = Schema.Struct({
  scope: Schema.String,
  number: Schema.String,
  state: DeskState,
  cause: Schema.optionalKey(Schema.String.annotate(described("The kind of reason of a hold, such as stock"))),
  because: Schema.optionalKey(Schema.String),
  remedy: Schema.optionalKey(Schema.String.annotate(described("What a person can do about a held order"))),
  rule: Schema.optionalKey(Schema.String),
  parts: Schema.Array(Schema.Struct({ number: Schema.String, warehouse: Schema.String, state: PartState })),
  since: Instant.annotate(described("When it came into this state, for this cause")),
  dueAt: Schema.optionalKey(Instant.annotate(described("When the desk looks at it again. Absent: when it changes at the shop or the warehouse, or a person acts")))
})
export type DeskEntry = typeof DeskEntry.Type

export const DeskPage = page(DeskEntry)

/** Orders at the desk that wait for the same cause. */
export const DeskCause = Schema.Struct({
  state: DeskState,
  cause: Schema.String,
  because: Schema.optionalKey(Schema.String),
  count: Schema.Int,
  oldestAt: Instant,
  newestAt: Instant,
  newest: Schema.Struct({ scope: Schema.String, number: Schema.String }).annotate(described("The order of them that was stored last"))
})
export type DeskCause = typeof DeskCause.Type
export const DeskCauses = causes(DeskCause)

const text = Schema.optionalKey(Schema.NonEmptyString.annotate(described("Part of the reason; upper and lower case are equal")))

/** How many orders are selected, and how many of them were held. */
export const HeldOrders = Schema.Struct({ count: Schema.Int, held: Schema.Int, isDone: Schema.Boolean, sample: Schema.Array(DeskEntry) })
export type HeldOrders = typeof HeldOrders.Type

const query = {
  state: Schema.optionalKey(DeskState.annotate(described("Without it, orders that are neither done nor closed"))),
  cause: Schema.optionalKey(Schema.NonEmptyString),
  shop: Schema.optionalKey(Schema.NonEmptyString.annotate(described("The link to the shop, by its scope or id"))),
  limit,
  after
}

/** What a warehouse has of an order of a shop, and was taken over. */
export const TakenOver = Schema.Struct({
  scope: Schema.String,
  number: Schema.String,
  parts: Schema.Array(Schema.Struct({
    number: Schema.String,
    warehouse: Schema.String,
    status: Schema.String.annotate(described("What the warehouse shows"))
  }))
})

/** A warehouse at which the rules of the desk place orders. */
export const DeskPlaces = Schema.Struct({
  items: Schema.Array(Schema.Struct({
    link: Schema.String.annotate(described("The scope of the link to the warehouse")),
    warehouse: Schema.String.annotate(described("Its name in the books"))
  })).annotate(described("Where the rules place orders, those of earlier rules first"))
})

/** What became of a part that a person has withdrawn. */
export const WithdrawnPart = Schema.Struct({
  scope: Schema.String,
  number: Schema.String,
  part: Schema.String,
  outcome: Schema.Literals(["cancelled", "requested", "refused", "unknown"]).annotate(described(
    "cancelled: the warehouse does not ship it; requested: it has taken the request and decides later; refused: it ships it, or has shipped it; unknown: it has not answered, and the desk goes on asking"
  )),
  answer: Schema.optionalKey(Schema.String.annotate(described("What the warehouse did not do, and why"))),
  before: Schema.optionalKey(Withdrawal.annotate(described("Who had withdrawn it before"))),
  desk: DeskDecision
})
export type WithdrawnPart = typeof WithdrawnPart.Type

/** How many orders are held for a cause, and how many of them were released. */
export const ReleasedOrders = Schema.Struct({ cause: Schema.String, held: Schema.Int, released: Schema.Int })

export const DeskGroup = HttpApiGroup.make("desk").add(
  HttpApiEndpoint.get("list", "/", { query, success: DeskPage, error: NotFound }),
  HttpApiEndpoint.get("causes", "/causes", { query: { shop: query.shop }, success: DeskCauses, error: NotFound }),
  HttpApiEndpoint.post("hold", "/:number/hold", {
    params,
    query: { link },
    payload: Schema.Struct({ reason: Schema.NonEmptyString, who }),
    success: DeskOrder,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.post("release", "/:number/release", {
    params,
    query: { link },
    payload: Schema.Struct({ reason: Schema.optionalKey(Schema.NonEmptyString), who }),
    success: DeskOrder,
    error: [NotFound, Conflict]
  })
).add(
  HttpApiEndpoint.post("holdAll", "/hold", {
    payload: Schema.Struct({
      state: Schema.optionalKey(Schema.Literals(["due", "waiting", "held"]).annotate(described("Default: all three"))),
      cause: Schema.optionalKey(Schema.NonEmptyString),
      text,
      shop: query.shop,
      isAll: Schema.optionalKey(Schema.Boolean.annotate(described("Required if no other member selects orders"))),
      isConfirmed: Schema.optionalKey(Schema.Boolean.annotate(described("Holds them. Without it, they are only counted"))),
      reason: Schema.NonEmptyString,
      who
    }),
    success: HeldOrders,
    error: NotFound
  }),
  HttpApiEndpoint.post("releaseAll", "/release", {
    payload: Schema.Struct({
      cause: Schema.NonEmptyString,
      text,
      shop: Schema.optionalKey(Schema.NonEmptyString.annotate(described("The link to the shop, by its scope or id"))),
      isConfirmed: Schema.optionalKey(Schema.Boolean.annotate(described("Releases them. Without it, they are only counted"))),
      reason: Schema.optionalKey(Schema.NonEmptyString),
      who
    }),
    success: ReleasedOrders,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.post("takeOver", "/:number/take-over", {
    params,
    query: { link },
    payload: Schema.Struct({
      at: Schema.optionalKey(Schema.NonEmptyString.annotate(described("The link to the warehouse, by its scope or id. Default: all links at which the desk places orders"))),
      numberThere: Schema.optionalKey(Schema.NonEmptyString.annotate(described("The number that it has there. Default: that of the shop, and the same with -2 and -3"))),
      pieces: Schema.optionalKey(Schema.Record(Schema.NonEmptyString, Schema.Int.check(Schema.isGreaterThan(0))).annotate(described("What the warehouse ships, by SKU. Default: all that is left of the order"))),
      reason: Schema.optionalKey(Schema.NonEmptyString),
      who
    }),
    success: TakenOver,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.post("withdraw", "/:number/withdraw", {
    params,
    query: { link },
    payload: Schema.Struct({
      part: Schema.NonEmptyString.annotate(described("The number of the part, which is that of its order at the warehouse")),
      reason: Schema.NonEmptyString,
      who
    }),
    success: WithdrawnPart,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.get("places", "/places", { success: DeskPlaces }),
  HttpApiEndpoint.post("place", "/:number/place", {
    params,
    query: { link },
    payload: Schema.Struct({
      warehouse: Schema.optionalKey(Schema.NonEmptyString.annotate(described("From where all is shipped that no warehouse has yet: the name in the books. Default: the rules decide"))),
      at: Schema.optionalKey(Schema.NonEmptyString.annotate(described("The link to the warehouse, by its scope or id, if several links have it"))),
      reason: Schema.NonEmptyString,
      who
    }),
    success: DeskOrder,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.post("found", "/:number/found", {
    params,
    query: { link },
    payload: Schema.Struct({
      parcel: Schema.NonEmptyString.annotate(described("A number of the parcel. Of a parcel without a number, the number of its order at the warehouse")),
      pieces: Schema.Record(Schema.NonEmptyString, Schema.Int.check(Schema.isGreaterThan(0))).annotate(described("What is in it, by the SKUs of the books. Empty: nothing")),
      reason: Schema.optionalKey(Schema.NonEmptyString),
      who
    }),
    success: DeskOrder,
    error: [NotFound, Conflict]
  })
).prefix("/admin/desk")

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Catalogue from "./Catalogue.ts"

const longest = Duration.days(365)

/** A setting with a duration from 0 to one year, as text: `2 seconds`, `700 millis`. */
const delay = (title: string, description: string, otherwise: string) =>
  Schema.DurationFromString
    .check(
      Schema.makeFilter((time) =>
        (Duration.isGreaterThanOrEqualTo(time, Duration.zero) && Duration.isLessThanOrEqualTo(time, longest)) ||
        "a duration from 0 to 365 days, such as `2 seconds`"
      )
    )
    .annotate({ title, description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(otherwise)))

/** The settings of a connection to the sandbox. All are optional. */
export const Settings = Schema.Struct({
  account: Schema.NonEmptyString
    .check(Schema.isMaxLength(64))
    .annotate({
      title: "Account",
      description: "Name of the account; connections with the same account share orders and stock"
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("sandbox"))),
  pickAfter: delay("Pick after", "Time from the creation of an order to its picking", "700 millis"),
  shipAfter: delay("Ship after", "Time from the creation of an order to its first parcel", "2 seconds"),
  parcelAfter: delay("Next parcel after", "Time from the first parcel to the second, if there are two", "2 seconds"),
  receiveAfter: delay("Receive after", "Time to the first batch of an inbound order, and from each batch to the next", "2 seconds"),
  batches: Schema.Int
    .check(Schema.isBetween({ minimum: 1, maximum: 20 }))
    .annotate({ title: "Batches", description: "Number of batches in which an inbound order is received" })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(2))),
  pieces: Schema.Int
    .check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
    .annotate({ title: "Pieces", description: "Pieces of each SKU in each warehouse of a new account" })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(Catalogue.piecesEach)))
})
export type Settings = typeof Settings.Type

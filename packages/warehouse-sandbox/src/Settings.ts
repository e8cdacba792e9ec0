import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const longest = Duration.days(365)

/** From nothing to a year, as text: `2 seconds`, `700 millis`. */
const delay = (title: string, description: string, otherwise: string) =>
  Schema.DurationFromString
    .check(
      Schema.makeFilter((time) =>
        (Duration.isGreaterThanOrEqualTo(time, Duration.zero) && Duration.isLessThanOrEqualTo(time, longest)) ||
        "a time from 0 to 365 days"
      )
    )
    .annotate({ title, description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(otherwise)))

/** How one account of the sandbox behaves. All of it may be left out. */
export const Settings = Schema.Struct({
  account: Schema.NonEmptyString
    .check(Schema.isMaxLength(64))
    .annotate({
      title: "Account",
      description: "Whose books these are; connections with the same account see the same orders and stock"
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("sandbox"))),
  pickAfter: delay("Pick after", "From an order's arrival to its picking", "700 millis"),
  shipAfter: delay("Ship after", "From an order's arrival to its first parcel", "2 seconds"),
  parcelAfter: delay("Next parcel after", "From the first parcel to the second, where there are two", "2 seconds"),
  receiveAfter: delay("Receive after", "To the first batch of an inbound order, and from batch to batch", "2 seconds"),
  batches: Schema.Int
    .check(Schema.isBetween({ minimum: 1, maximum: 20 }))
    .annotate({ title: "Batches", description: "In how many parts an inbound order is received" })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(2)))
})
export type Settings = typeof Settings.Type

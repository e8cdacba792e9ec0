import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { articleOf } from "./Catalogue.ts"

const longest = Duration.days(365)

/** A setting with a duration from 1 ms to one year, as text: `2 seconds`, `700 millis`. */
const delay = (title: string, description: string, otherwise: string) =>
  Schema.DurationFromString
    .check(Schema.makeFilter((time) =>
      (Duration.toMillis(time) >= 1 && Duration.isLessThanOrEqualTo(time, longest)) || "a duration from 1 millisecond to 365 days, such as `2 seconds`"))
    .annotate({ title, description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(otherwise)))

const text = (title: string, description: string, otherwise: string) =>
  Schema.NonEmptyString.check(Schema.isMaxLength(64)).annotate({ title, description }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(otherwise)))

const isArticle = (sku: string): boolean | string => articleOf(sku) !== undefined || "a SKU of the sandbox, such as `SKU-1001`, or a magic one"

/** The settings of a connection to the sandbox. All are optional. */
export const Settings = Schema.Struct({
  account: text("Account", "Name of the account; connections with the same account share orders and stock", "sandbox"),
  accessId: text("Access ID", "Only `sandbox` is accepted, so that a wrong credential can be tried", "sandbox"),
  secretKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "secretKey" }).annotate({
    title: "Secret key",
    description: "Only `sandbox-secret` is accepted"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("sandbox-secret"))),
  platform: text("Platform", "Name of the platform in every order", "sandbox"),
  shopId: text("Shop ID", "ID of the shop in every order", "1"),
  orderEvery: delay("Order every", "Time from one order that arrives by itself to the next", "1 minute"),
  orders: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })).annotate({
    title: "Orders",
    description: "Number of orders that arrive by themselves after the account was opened; 0 for none"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(100))),
  buyers: Schema.NonEmptyArray(Schema.NonEmptyString).annotate({
    title: "Buyers",
    description: "Names of the buyers of these orders, in turn; magic ones are allowed"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(["Sandbox Buyer"]))),
  skus: Schema.NonEmptyArray(Schema.String.check(Schema.makeFilter(isArticle))).annotate({
    title: "SKUs",
    description: "Articles in these orders, in turn; magic ones are allowed. An order has two of them, if there are two"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(["SKU-1001", "SKU-1002", "SKU-1003"]))),
  payAfter: delay("Pay after", "Time from an order to what the buyers `PAYS_LATER`, `CANCELS`, `ON_HOLD` and `REFUNDED` do", "30 seconds"),
  deliverAfter: delay("Deliver after", "Time from the shipment of the last piece to its delivery, which completes the order", "1 hour"),
  accessFor: delay("Access for", "Lifetime of an access token", "1 hour"),
  refreshFor: delay("Refresh for", "Lifetime of a refresh token", "30 days")
})
export type Settings = typeof Settings.Type

/** Whether the settings have the credential of the sandbox. */
export const hasRightKey = ({ accessId, secretKey }: Pick<Settings, "accessId" | "secretKey">): boolean =>
  accessId === "sandbox" && Redacted.value(secretKey) === "sandbox-secret"

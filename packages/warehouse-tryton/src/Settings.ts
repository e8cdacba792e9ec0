import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The settings that an operator enters to connect one Tryton database. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({
    title: "Address",
    description: "Address of the Tryton server without the database, for example https://tryton.example:8000"
  }),
  database: Schema.NonEmptyString.annotate({ title: "Database" }),
  user: Schema.NonEmptyString.check(Schema.isPattern(/^[^:]+$/)).annotate({ title: "Login" }),
  password: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "password" }).annotate({ title: "Password" }),
  company: Schema.optionalKey(Schema.NonEmptyString).annotate({
    title: "Company",
    description: "Name of the company to which the orders belong. Default: the company of the login"
  }),
  currency: Schema.optionalKey(Schema.NonEmptyString).annotate({
    title: "Currency of prices",
    description: "Currency of prices that have none, for example EUR. If it is not set, such a price is not sent to Tryton"
  }),
  supplier: Schema.optionalKey(Schema.NonEmptyString).annotate({
    title: "Supplier",
    description: "Code of the party that supplies the goods of inbound orders. Required for inbound orders"
  }),
  whenShort: Schema.Literals(["refuse", "wait"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("refuse" as const)))
    .annotate({
      title: "When stock is short",
      description: "refuse: the order is rejected; wait: the order waits in Tryton until goods arrive"
    }),
  whenUntracked: Schema.Literals(["wait", "report"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("wait" as const)))
    .annotate({
      title: "Shipped without a tracking number",
      description: "wait: the order stays open until a package has a shipping reference; report: the order is shipped without a number"
    }),
  channelBy: Schema.Literals(["service", "party", "id"]).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("service" as const))
  ).annotate({
    title: "Channel code",
    description: "Which code of a carrier is the channel code: the code of its service product, the code of its party, or its id in the database"
  }),
  timeZone: Schema.TimeZoneNamedFromString.pipe(Schema.withDecodingDefaultKey(Effect.succeed("UTC"))).annotate({
    title: "Time zone",
    description: "IANA name of the time zone of Tryton's dates, for example Europe/Berlin"
  })
})
export type Settings = typeof Settings.Type

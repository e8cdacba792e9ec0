import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The settings that an operator enters to connect one Tryton database. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({
    title: "Address",
    description: "Where Tryton answers, without the database, e.g. https://tryton.example:8000"
  }),
  database: Schema.NonEmptyString.annotate({ title: "Database" }),
  user: Schema.NonEmptyString.check(Schema.isPattern(/^[^:]+$/)).annotate({ title: "Login" }),
  password: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "password" }).annotate({ title: "Password" }),
  company: Schema.optionalKey(Schema.NonEmptyString).annotate({
    title: "Company",
    description: "Name of the company the orders belong to; absent: the company of the login"
  }),
  currency: Schema.optionalKey(Schema.NonEmptyString).annotate({
    title: "Currency of prices",
    description: "Of prices that name none, e.g. EUR; absent: such a price is not told to Tryton"
  }),
  supplier: Schema.optionalKey(Schema.NonEmptyString).annotate({
    title: "Supplier",
    description: "Code of the party that announced goods come from; inbound orders need it"
  }),
  whenShort: Schema.Literals(["refuse", "wait"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("refuse" as const)))
    .annotate({
      title: "When stock is short",
      description: "refuse: the order is rejected; wait: it waits in Tryton until goods arrive"
    }),
  whenUntracked: Schema.Literals(["wait", "report"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("wait" as const)))
    .annotate({
      title: "Shipped without a tracking number",
      description: "wait: in progress until a package has a shipping reference; report: shipped, without a number"
    }),
  channelBy: Schema.Literals(["service", "party", "id"]).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("service" as const))
  ).annotate({
    title: "Channel code",
    description: "What names a carrier: the code of its service product, the code of its party, or its id in the database"
  }),
  timeZone: Schema.TimeZoneNamedFromString.pipe(Schema.withDecodingDefaultKey(Effect.succeed("UTC"))).annotate({
    title: "Time zone",
    description: "IANA name of the zone of Tryton's dates"
  })
})
export type Settings = typeof Settings.Type

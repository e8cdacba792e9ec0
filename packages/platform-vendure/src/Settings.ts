import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Requests are posted to the URL as it is; a query or fragment in it would be a mistake. */
const isEndpoint = (url: URL): boolean | string =>
  ((url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "" && url.search === "" && url.hash === "") ||
  "an http or https URL without credentials, query or fragment"

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })
const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** The settings that an operator enters to connect one channel of a Vendure server. */
export const Settings = Schema.Struct({
  adminApiUrl: Schema.URLFromString.check(Schema.makeFilter(isEndpoint)).annotate({
    title: "Admin API",
    description: "URL of the Admin API, for example `https://shop.example/admin-api`"
  }),
  apiKey: secret("apiKey").annotate({
    title: "API key",
    description: "API key of a role with the permissions that this page lists",
    erpField: "secretKey"
  }),
  channelToken: Schema.optionalKey(secret("channelToken").annotate({
    title: "Channel token",
    description: "Token of the channel; without it, the default channel is used",
    erpField: "extraAuthInfo1"
  })),
  platform: Schema.NonEmptyString.annotate({
    title: "Platform",
    description: "Name of the platform in every order"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("vendure"))),
  shopId: Schema.NonEmptyString.annotate({
    title: "Shop ID",
    description: "ID of the shop in every order"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("1"))),
  stockAs: Schema.Literals(["onHand", "available"]).annotate({
    title: "Stock updates as",
    description: "`onHand`: an update sets Vendure's stock on hand, from which Vendure subtracts what it has allocated to orders; `available`: the plugin adds the allocated stock, so that the shop offers exactly the value of the update"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("onHand" as const))),
  defaultLocation: Schema.optionalKey(Schema.NonEmptyString.annotate({
    title: "Default location",
    description: "ID of the stock location for updates that name none; without it, the oldest location"
  })),
  followDays: whole(0, 365).annotate({
    title: "Follow days",
    description: "Days after it was placed in which an order is examined for changes that Vendure does not show in its `updatedAt`"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(14))),
  pageSize: whole(1, 200).annotate({
    title: "Page size",
    description: "Maximum orders or articles in one query; times of orders are read five times as many at once"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(100)))
})
export type Settings = typeof Settings.Type

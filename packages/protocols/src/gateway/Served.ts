/**
 * The gateway (document 2A) as a value that a runner serves. One account may have several links, which calls name by a warehouse key.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ServedProtocol } from "../kit/index.ts"
import { omitUndefined } from "../wire/index.ts"
import type { Refusal } from "./Fault.ts"
import type { Account, Caller } from "./Incoming.ts"
import { profileFrom } from "./Profile.ts"
import * as Server from "./Server.ts"
import { passedOn } from "./UnmappedFields.ts"

const keyNeeded = "a gateway caller needs a warehouseKey; write the key by which the caller identifies this link"

export const Credentials = Schema.Struct({
  /** The key with which the caller selects this link. */
  warehouseKey: Schema.NonEmptyString.annotate({ message: keyNeeded }).annotateKey({ messageMissingKey: keyNeeded }),
  /** The expected value of the header `secret`. If absent, the header is ignored (U-07). */
  warehouseSecret: Schema.optionalKey(ServedProtocol.secret("warehouseSecret"))
})
type Found = ServedProtocol.Caller<typeof Credentials.Type>

const callerOf = ServedProtocol.perCaller(({ allowsApiUrl, environment, id, key, profile, timeZone }: Found): Caller =>
  ({ id, key, timeZone, profile: Result.getOrThrow(profileFrom(profile)), environment, allowsApiUrl }))

const accountOf = (appKey: string, found: ReadonlyArray<Found>): Account | undefined => {
  const [first] = found
  if (first === undefined) return undefined
  const keyed = new Map(found.map((caller) => [caller.credentials.warehouseKey, callerOf(caller)]))
  return {
    appKey,
    // All links of an account have the same secret, which the application checks.
    appSecret: first.secretKey,
    signing: first.signing,
    ...omitUndefined({ earlierSecret: first.earlierSecret, warehouseSecret: first.credentials.warehouseSecret }),
    environment: first.environment,
    linkOf: (warehouseKey) => keyed.get(warehouseKey),
    ...(found.length === 1 && { defaultLink: callerOf(first) })
  }
}

const refuse = (refusal: Refusal, httpStatus?: number) => Server.seal(refusal, undefined, httpStatus)

export const protocol = ServedProtocol.make({
  name: "gateway",
  contract: WarehouseV1.contract,
  idName: "appKey",
  credentials: Credentials,
  key: "warehouseKey",
  profileFrom,
  tells: passedOn,
  paths: ["/global-api/{version}/warehouse/{operation}"],
  serve: ({ dispatch, driftOf, find, guard }) =>
    Server.make<never>({
      ...guard,
      find: (appKey) => accountOf(appKey, find(appKey)),
      driftOf: ({ appKey }) => driftOf(appKey),
      // Whether the link of a request allows the address is checked again when the link is known.
      allowApiUrl: (url, { appKey, environment }) => find(appKey).some((caller) => caller.environment === environment && caller.allowsApiUrl(url)),
      dispatch
    }),
  refuse,
  refuseUnread: refuse
})

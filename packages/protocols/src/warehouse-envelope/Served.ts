/**
 * The warehouse envelope (document 1) as a value that a runner serves, with the callbacks that it receives in the place of an ERP.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ServedProtocol } from "../kit/index.ts"
import { omitUndefined } from "../wire/index.ts"
import * as CallbackServer from "./CallbackServer.ts"
import type { Caller } from "./Incoming.ts"
import { profileFrom } from "./Profile.ts"
import * as Server from "./Server.ts"
import { passedOn } from "./UnmappedFields.ts"

export const Credentials = Schema.Struct({
  /** The expected value of the header `secret`. If absent, the header is ignored (U-07). */
  warehouseSecret: Schema.optionalKey(ServedProtocol.secret("warehouseSecret"))
})
type Credentials = typeof Credentials.Type

const callerOf = ServedProtocol.perCaller(({ credentials, earlierSecret, id, key, profile, secretKey, signing, timeZone }: ServedProtocol.Caller<Credentials>): Caller => ({
  id,
  key,
  secretKey,
  ...omitUndefined({ earlierSecret }),
  signing,
  ...credentials,
  profile: Result.getOrThrow(profileFrom(profile)),
  timeZone
}))

const senderOf = ServedProtocol.perCaller(({ earlierSecret, id, key, profile, secretKey, signing, timeZone }: ServedProtocol.Sender): Caller =>
  ({ id, key, secretKey, ...omitUndefined({ earlierSecret }), signing, profile: Result.getOrThrow(profileFrom(profile)), timeZone }))

export const protocol = ServedProtocol.make({
  name: "warehouse",
  contract: WarehouseV1.contract,
  idName: "accessId",
  credentials: Credentials,
  profileFrom,
  tells: passedOn,
  paths: ["/warehouse"],
  serve: ({ dispatch, driftOf, find, guard }) =>
    Server.make<never>({
      ...guard,
      find: (accessId) => {
        const [caller] = find(accessId)
        return caller && callerOf(caller)
      },
      driftOf: ({ id }) => driftOf(id),
      dispatch
    }),
  refuse: (refusal, httpStatus) => Server.seal(refusal, undefined, httpStatus),
  receiving: {
    name: "receiver",
    paths: ["/sys/automatic/receiveOdo/{type}", "/sys/automatic/receiveAsn/{type}"],
    isFor: () => true,
    isAlwaysServed: true,
    profileFrom,
    serve: ({ driftOf, find, guard, receive }) =>
      CallbackServer.make<never>({
        ...guard,
        find: (extraType, accessId) => {
          const sender = find(accessId).find((one) => one.extraType === extraType)
          return sender && senderOf(sender)
        },
        driftOf: ({ key }) => driftOf(key),
        receive
      }),
    refuseUnread: (refusal, httpStatus) => CallbackServer.seal(refusal, undefined, httpStatus)
  }
})

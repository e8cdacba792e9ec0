/**
 * The open API of an ERP (document 3) as a value that a runner serves.
 */
import { BooksV1 } from "@crossdock/books"
import * as Result from "effect/Result"
import { ServedProtocol } from "../kit/index.ts"
import { omitUndefined } from "../wire/index.ts"
import { doors, pathOf } from "./Envelope.ts"
import { profileFrom } from "./Profile.ts"
import * as Server from "./Server.ts"

const callerOf = ServedProtocol.perCaller(({ earlierSecret, id, key, numbersPages, profile, secretKey, signing, timeZone, visible }: ServedProtocol.Caller): Server.Caller => ({
  id,
  key,
  appSecret: secretKey,
  ...omitUndefined({ earlierSecret }),
  signing,
  scope: visible,
  mayOmitWarehouses: true,
  profile: Result.getOrThrow(profileFrom(profile)),
  timeZone,
  // Pages of a part of the records are no pages of the ERP.
  numbersPages: numbersPages && visible.warehouses.length + visible.shops.length === 0
}))

const refuse = (refusal: Server.Refusal, httpStatus?: number) => Server.seal(refusal, undefined, httpStatus)

export const protocol = ServedProtocol.make({
  name: "open-api",
  contract: BooksV1.contract,
  idName: "appId",
  credentials: ServedProtocol.noFurther,
  profileFrom,
  paths: doors.map((door) => pathOf(door, "{version}")).flatMap((path) => [path, `${path}/`]),
  serve: ({ dispatch, driftOf, find, guard, rate }) =>
    Server.make<never>({
      ...guard,
      find: (appId) => {
        const [caller] = find(appId)
        return caller && callerOf(caller)
      },
      driftOf: ({ id }) => driftOf(id),
      rate,
      dispatch
    }),
  refuse,
  refuseUnread: refuse
})

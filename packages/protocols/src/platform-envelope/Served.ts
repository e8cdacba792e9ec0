/**
 * The platform interface (document 2B) as a value that a runner serves in the place of an external service, with the orders that it
 * receives by pushOrder in the place of an ERP.
 */
import { PlatformV1 } from "@crossdock/core"
import * as Result from "effect/Result"
import { ServedProtocol } from "../kit/index.ts"
import { omitUndefined } from "../wire/index.ts"
import type { Account, Caller } from "./Incoming.ts"
import { defaults, profileFrom } from "./Profile.ts"
import * as PushServer from "./PushServer.ts"
import * as Server from "./Server.ts"

const named = (shop: ServedProtocol.Shop): Pick<Caller, "onlineShopId" | "platform" | "shopId"> =>
  omitUndefined({ platform: shop.platform, shopId: shop.shopId, onlineShopId: shop.onlineShopId === "" ? undefined : shop.onlineShopId })

const callerOf = ServedProtocol.perCaller(({ allowsApiUrl, id, key, profile, shop, timeZone }: ServedProtocol.Caller): Caller =>
  ({ id, key, ...named(shop!), timeZone, profile: Result.getOrThrow(profileFrom(profile)), allowsApiUrl }))

const senderOf = ServedProtocol.perCaller(({ id, key, shop, timeZone }: ServedProtocol.Sender): Caller => ({ ...named(shop!), id, key, profile: defaults, timeZone }))

/** All links of an account have the same secret, which the application checks. */
const accountOf = <One extends Pick<ServedProtocol.Sender, "earlierSecret" | "secretKey" | "signing">>(
  accessId: string,
  found: ReadonlyArray<One>,
  shopOf: (one: One) => Caller
): Account | undefined => {
  const [first] = found
  return first && { accessId, secretKey: first.secretKey, ...omitUndefined({ earlierSecret: first.earlierSecret }), signing: first.signing, shops: found.map(shopOf) }
}

/**
 * Two lists without parameters have the same signed text, so it says nothing when one comes with the method of the other: whoever
 * copied the text could read a list of the shop, and nothing else.
 */
const hasOwnText = (payload: unknown): boolean => typeof payload === "object" && payload !== null && Object.keys(payload).length > 0

export const protocol = ServedProtocol.make({
  name: "platform",
  contract: PlatformV1.contract,
  idName: "accessId",
  credentials: ServedProtocol.noFurther,
  profileFrom,
  paths: ["/extApi/platform/{method}"],
  serve: ({ dispatch, driftOf, find, guard, tokens }) =>
    Server.make<never>({
      ...guard,
      find: (accessId) => accountOf(accessId, find(accessId), callerOf),
      // Problems of the headers concern the account; one with several shops has no link of its own.
      driftOf: ({ accessId }) => driftOf(accessId),
      // Whether the shop of a request allows the address is checked again when the shop is known.
      allowApiUrl: (url, { accessId }) => find(accessId).some(({ allowsApiUrl }) => allowsApiUrl(url)),
      dispatch: (caller, operation, payload, info) => dispatch(caller, operation, payload, hasOwnText(payload) ? info : { ...info, digest: "" }),
      tokens
    }),
  refuse: (refusal, httpStatus) => Server.seal(refusal, undefined, httpStatus),
  receiving: {
    name: "orders",
    paths: ["/extApi/platform/pushOrder"],
    isFor: ({ shop }) => shop !== undefined,
    serve: ({ driftOf, find, guard, receive }) =>
      PushServer.make<never>({
        ...guard,
        find: (accessId) => accountOf(accessId, find(accessId), senderOf),
        driftOf: ({ accessId, shops: [shop, ...others] }) => driftOf(shop !== undefined && others.length === 0 ? shop.key : `receiver:${accessId}`),
        receive
      })
  }
})

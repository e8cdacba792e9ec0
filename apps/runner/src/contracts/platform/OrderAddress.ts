/**
 * Where the ERP gets an order of a shop: at the address that it has announced for the shop, if the operator still allows it, and
 * otherwise, as every copy of the link, at the address in the settings of its connection (U-39). It is looked up for each attempt. An order whose link is not
 * there waits, because nobody knows its address.
 */
import { ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import type { Completion } from "../../outbox/PayloadCompletion.ts"
import * as Shops from "./Shops.ts"
import * as ShopStates from "./ShopStates.ts"

export const completion = Effect.gen(function*() {
  const connections = yield* Connections
  const states = yield* ShopStates.make
  return {
    operations: [ErpV1.ReceivePlatformOrder.name, ErpV1.ReceiveRefund.name],
    addressOf: Effect.fnUntraced(function*({ connection, scope }) {
      const link = connections.linkOf(scope)
      if (link === undefined) return yield* Shops.unknownLink(scope)
      if (connection !== link.erp) return undefined
      // An address that cannot be decrypted is as good as none.
      const { callbackUrl } = yield* Effect.catchTag(states.of(scope), "VaultRefused", () => Effect.succeed({ callbackUrl: undefined }))
      return callbackUrl !== undefined && states.refusalOf(link, callbackUrl) === undefined ? callbackUrl : undefined
    })
  } satisfies Completion as Completion
})

/**
 * Receives the orders that a service pushes: it verifies the signature and acknowledges an order after its event is stored.
 */
import type { PlatformV1 } from "@crossdock/core"
import { Fault, PushServer, type Server } from "@crossdock/protocols/platform-envelope"
import * as Effect from "effect/Effect"
import * as OrderPhases from "./OrderPhases.ts"
import { profileOf, type SignedSettings } from "./Settings.ts"

/** A service calls the announced address as it is, or the path of the document below it (U-39). */
export const callbackPaths = (): ReadonlyArray<string> => ["", "/extApi/platform/pushOrder"]

export const incoming = (settings: SignedSettings, timeZone: string): PlatformV1.CallbackHandler => {
  const { onlineShopId, platform, pushes, shopId } = settings
  const accessId = pushes?.accessId ?? settings.accessId
  const shop: Server.Caller = {
    id: accessId,
    key: accessId,
    platform,
    shopId,
    profile: profileOf(settings),
    timeZone,
    ...(onlineShopId !== undefined && { onlineShopId })
  }
  const account: Server.Account = { accessId, secretKey: pushes?.secretKey ?? settings.secretKey, signing: "strict", shops: [shop] }
  const server = (emit: PlatformV1.StoreEvent) => PushServer.make<never>({
    find: (id) => (id === accessId ? account : undefined),
    receive: (_, event) => Effect.mapError(emit(OrderPhases.ofPushed(settings, event)), Fault.notStored)
  })
  return (request, emit) => server(emit)(request)
}

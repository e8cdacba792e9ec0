/**
 * Receives the orders that Acme pushes: it verifies the signature and acknowledges an order after its event is stored.
 */
import type { PlatformV1 } from "@crossdock/core"
import { Fault, Profile, PushServer } from "@crossdock/protocols/platform-envelope"
import * as Effect from "effect/Effect"
import type { Settings } from "./Settings.ts"

/** A service calls the announced address as it is, or the path of the document below it. */
export const callbackPaths = (): ReadonlyArray<string> => ["", "/extApi/platform/pushOrder"]

export const incoming = ({ accessId, onlineShopId, platform, secretKey, shopId }: Settings, timeZone: string): PlatformV1.CallbackHandler => {
  const shop = { id: accessId, key: accessId, platform, shopId, onlineShopId, profile: Profile.defaults, timeZone }
  return (request, emit) =>
    PushServer.make<never>({
      find: (id) => (id === accessId ? { accessId, secretKey, signing: "strict", shops: [shop] } : undefined),
      receive: (_, event) => Effect.mapError(emit(event), Fault.notStored)
    })(request)
}

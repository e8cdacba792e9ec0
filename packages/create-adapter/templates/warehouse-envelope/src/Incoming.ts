/**
 * Receives the two callbacks of Acme: it verifies the signature and acknowledges a callback after its event is stored.
 */
import type { WarehouseV1 } from "@crossdock/core"
import { CallbackServer, Fault, Profile } from "@crossdock/protocols/warehouse-envelope"
import * as Effect from "effect/Effect"
import type { Settings } from "./Settings.ts"

export const incoming = ({ accessId, secretKey, warehouseExtraType }: Settings, timeZone: string): WarehouseV1.CallbackHandler => (request, emit) =>
  CallbackServer.make<never>({
    find: (extraType, id) =>
      extraType === warehouseExtraType && id === accessId
        ? { id, key: id, secretKey, signing: "strict", profile: Profile.defaults, timeZone }
        : undefined,
    receive: (_, event) => Effect.mapError(emit(event), Fault.notStored)
  })(request)

/**
 * Receives the two callbacks of a provider: it verifies the signature and acknowledges a callback after its event is stored.
 */
import type { WarehouseV1 } from "@crossdock/core"
import { CallbackServer, Fault, Profile, type Server } from "@crossdock/protocols/warehouse-envelope"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Settings } from "./Settings.ts"

/** The paths of the callbacks about outbound and inbound orders. The last segment identifies the provider. */
export const callbackPaths = ({ callbacks }: Settings): ReadonlyArray<string> =>
  callbacks === undefined
    ? []
    : ["receiveOdo", "receiveAsn"].map((kind) => `/sys/automatic/${kind}/${encodeURIComponent(callbacks.warehouseExtraType)}`)

export const incoming = (settings: Settings, timeZone: string): WarehouseV1.CallbackHandler => {
  const { callbacks } = settings
  const accessId = callbacks?.accessId ?? settings.accessId
  const caller: Server.Caller = {
    id: accessId,
    key: accessId,
    secretKey: callbacks?.secretKey ?? settings.secretKey,
    signing: "strict",
    profile: Result.getOrThrow(Profile.profileFrom(settings.profile)), // checked where the settings are decoded
    timeZone
  }
  const server = (emit: WarehouseV1.StoreEvent) => CallbackServer.make<never>({
    find: (extraType, id) => (extraType === callbacks?.warehouseExtraType && id === accessId ? caller : undefined),
    receive: (_, event) => Effect.mapError(emit(event), Fault.notStored)
  })
  return (request, emit) => server(emit)(request)
}

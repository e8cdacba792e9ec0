/**
 * What both plugins of this package share: the client and the receiver of pushes, made from the settings of a connection.
 */
import { Client } from "@crossdock/protocols/platform-envelope"
import { FaultRules } from "@crossdock/protocols/wire"
import { profileOf, type SignedSettings } from "./Settings.ts"

/** Makes the client of a connection. */
export const clientOf = ({ listedFaults, profile, ...account }: SignedSettings, timeZone: string) =>
  Client.make({ ...account, timeZone, profile: profileOf({ profile }), toReason: FaultRules.toReason(listedFaults) })

/** The one host that calls go to. */
export const hosts = ({ apiUrl, proxyUrl, serviceUrl }: Pick<SignedSettings, "apiUrl" | "proxyUrl" | "serviceUrl">): ReadonlyArray<string> => [
  (proxyUrl ?? apiUrl ?? serviceUrl).host
]

/**
 * The plugins for external services of document 2, part B. Both offer all operations; they differ in the authorization of calls.
 */
import { type Credentials, PlatformV1, type Transport } from "@crossdock/core"
import { Client } from "@crossdock/protocols/platform-envelope"
import * as Effect from "effect/Effect"
import { authorization } from "./Authorization.ts"
import { clientOf, hosts } from "./Connection.ts"
import { callbackPaths, incoming } from "./Incoming.ts"
import * as OrderPhases from "./OrderPhases.ts"
import { limits, Settings, SignedSettings } from "./Settings.ts"

const shared = { hosts, limits, offers: Client.offers, receives: true, callbackPaths } as const

/** For a platform whose shops are authorized by a person: calls carry the tokens of the shop, which are renewed in time. */
export const platformEnvelope: PlatformV1.Plugin<typeof Settings, Transport.Transport | Credentials.Credentials, "platform-envelope"> = PlatformV1.plugin({
  ...shared,
  id: "platform-envelope",
  title: "Platform service of document 2, with tokens",
  settings: Settings,
  authorization,
  make: Effect.fnUntraced(function*(settings, { timeZone }) {
    const handlers = yield* Client.withCredentials(yield* clientOf(settings, timeZone))
    return { handlers: OrderPhases.ofRead(settings, handlers), incoming: incoming(settings, timeZone) }
  })
})

/** For a service that takes signed calls alone: nobody has to authorize the connection. */
export const platformEnvelopeSigned: PlatformV1.Plugin<typeof SignedSettings, Transport.Transport, "platform-envelope-signed"> = PlatformV1.plugin({
  ...shared,
  id: "platform-envelope-signed",
  title: "Platform service of document 2, without tokens",
  settings: SignedSettings,
  make: Effect.fnUntraced(function*(settings, { timeZone }) {
    const { handlers } = yield* clientOf(settings, timeZone)
    return { handlers: OrderPhases.ofRead(settings, handlers()), incoming: incoming(settings, timeZone) }
  })
})

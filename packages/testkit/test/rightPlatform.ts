/**
 * A platform plugin that is right, and the peer that it is right about: an external service of document 2, part B.
 */
import { PlatformV1, type Transport } from "@crossdock/core"
import { Client, Profile } from "@crossdock/protocols/platform-envelope"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { PlatformEnvelope } from "../src/peers/index.ts"

export const Settings = Schema.Struct({ accessId: Schema.NonEmptyString, secretKey: Schema.RedactedFromValue(Schema.NonEmptyString) })
export type Settings = typeof Settings.Type

export const settings: Settings = { accessId: "acc-1", secretKey: Redacted.make("s3cret-of-the-test") }

const shop = { platform: "WEB", shopId: "7", onlineShopId: "S-7" } as const

/** What can be exchanged of the plugin. */
export interface Changes {
  readonly handlers?: (right: Client.Handlers) => Partial<Client.Handlers>
  readonly adapter?: (adapter: PlatformV1.Adapter) => PlatformV1.Adapter
  readonly offers?: ReadonlyArray<PlatformV1.OptionalName>
  readonly ordersPerQuery?: number
}

export type Plugin = PlatformV1.Plugin<typeof Settings, Transport.Transport>

/** The right plugin, or one with a part exchanged. */
export const plugin = ({ adapter, handlers, offers = Client.offers, ordersPerQuery = 100 }: Changes = {}): Plugin => {
  const made = PlatformV1.plugin({
    id: "platform-right",
    title: "A right platform plugin",
    settings: Settings,
    limits: { ordersPerQuery },
    offers,
    make: Effect.fnUntraced(function*(account, { timeZone }) {
      const client = yield* Client.make({ ...account, ...shop, customerId: "5", serviceUrl: new URL("https://service.test"), profile: Profile.defaults, timeZone })
      const right = client.handlers()
      return { handlers: { ...right, ...handlers?.(right) } }
    })
  })
  return adapter === undefined ? made : {
    ...made,
    layer: (each, connected) =>
      Layer.effect(PlatformV1.Platform, Effect.map(Layer.build(made.layer(each, connected)), (context) => adapter(Context.get(context, PlatformV1.Platform))))
  }
}

/** A fresh peer, with what the suite is given of it. */
export const peer = () => PlatformEnvelope.make({ ...shop, ...settings, timeZone: "America/Sao_Paulo" })

/**
 * A runner that serves the shop of `@crossdock/platform-sandbox` at the route of document 2B, and an ERP that calls it with signed
 * forms.
 */
import { type AnyPlugin, type Composition, defineRunner, type Link } from "@crossdock/config"
import { SqlStorage } from "@crossdock/core"
import { placeOrder, platformSandboxOpen, type Purchase, Settings } from "@crossdock/platform-sandbox"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { sign, type Answer, type Live } from "./Live.ts"
import * as PluginStorage from "../../src/store/PluginStorage.ts"
import * as Peers from "./Peers.ts"

export const shop = { platform: "sandbox", shopId: "1" } as const
export const link = { erp: "books", peer: "shop", protocol: "platform", id: "acc-1", secretKey: "secret-key-1", shop } as const
export const scope = "platform:acc-1:sandbox:1"

/** No orders arrive by themselves, so that a test knows them all. */
const settings = { orders: 0 }

export interface Options {
  readonly links?: ReadonlyArray<Partial<Link>>
  readonly server?: Composition["server"]
  readonly plugin?: AnyPlugin
  readonly settings?: Readonly<Record<string, unknown>>
  readonly apiUrlAllow?: ReadonlyArray<string>
}

export const composition = ({ apiUrlAllow, links = [{}], plugin = platformSandboxOpen, server, settings: more = settings }: Options = {}): Composition =>
  defineRunner<ReadonlyArray<AnyPlugin>>({
    plugins: [plugin, Peers.erp().plugin],
    connections: [
      { id: "books", plugin: "erp-fake", settings: {} },
      { id: "shop", plugin: plugin.id, callsPerSecond: 1000, ...(apiUrlAllow && { apiUrlAllow }), settings: more }
    ],
    links: links.map((more) => ({ ...link, ...more })),
    ...(server && { server })
  })

/** What an ERP sends apart from the parameters. */
export interface Signed {
  readonly accessId?: string
  readonly secretKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The operation in the path, if it is another one. */
  readonly pathMethod?: string
}

/** The form of a signed call. */
export const form = (method: string, content: unknown, { accessId = link.id, secretKey = link.secretKey }: Signed = {}): string => {
  const text = typeof content === "string" ? content : JSON.stringify(content)
  return new URLSearchParams({ accessId, method, content: text, sign: sign(accessId, text, secretKey) }).toString()
}

/** Calls a method of the shop. The parameters `platform` and `shopId` are added. */
export const call = (w: Pick<Live, "call">, method: string, content: Readonly<Record<string, unknown>> = {}, signed: Signed = {}): Effect.Effect<Answer> =>
  w.call({
    path: `/extApi/platform/${signed.pathMethod ?? method}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...signed.headers },
    body: form(method, { platform: shop.platform, shopId: 1, ...content }, signed)
  })

/** The code before the colon of a refusal; `ok` for a success. */
export const codeOf = ({ body }: Answer): string => body.success === true ? "ok" : String(body.message).split(":")[0]!

/** A buyer orders something at the embedded shop. */
export const place = (purchase: Purchase) =>
  Effect.flatMap(SqlStorage.SqlStorage, (storage) => placeOrder(storage, Schema.decodeSync(Settings)(settings), purchase)).pipe(
    Effect.provide(PluginStorage.layer(platformSandboxOpen.id, () => {})),
    Effect.orDie
  )

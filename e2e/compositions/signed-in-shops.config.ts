/**
 * Shops that a person authorizes, one that calls back and one that is told of its access, each for a fault of its own, and a warehouse with
 * callers whose secrets change. Every peer answers as a test writes it.
 */
import { defineRunner } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import { sandbox } from "@crossdock/warehouse-sandbox"
import { scriptedShop, scriptedShopWithSignIn } from "./scripted-plugins.ts"

const peers = process.env.ALARM_PEERS ?? "http://127.0.0.1:9"
const plugins = [erpOpenApi, warehouseEnvelope, scriptedShop, scriptedShopWithSignIn]
const shop = (name: string, plugin: "scripted-shop" | "scripted-shop-with-sign-in") =>
  ({ id: `shop-${name}`, plugin, timeZone: "UTC" as const, environment: "test" as const, pollInterval: "1 second" as const, settings: { name } })

const shops = [
  ...["new", "refused", "away", "unfinished"].map((name) => shop(name, "scripted-shop-with-sign-in")),
  ...["calls", "lapsed", "untold"].map((name) => shop(name, "scripted-shop"))
]

export default defineRunner({
  // A connection of the sandbox may be stored that has no plugin any more.
  plugins: process.env.WITH_SANDBOX === "1" ? [...plugins, sandbox] : plugins,
  connections: [
    { id: "erp", plugin: "erp-open-api", settings: { baseUrl: `${peers}/erp/machine`, accessId: "machine", secretKey: "shop-secret", warehouseExtraType: "x" } },
    { id: "house", plugin: "warehouse-envelope", environment: "test", pollInterval: "1 second", settings: { serviceUrl: `${peers}/house/machine`, accessId: "machine", secretKey: "demo-secret" } },
    ...shops
  ],
  links: [
    ...["earlier", "ended", "orders"].map((id) => ({ erp: "erp", peer: "house", protocol: "warehouse" as const, id: `acc-${id}`, secretKey: "shop-secret", prefix: `${id}-` })),
    ...shops.map(({ id }, at) => ({ erp: "erp", peer: id, protocol: "platform" as const, id: `acc-${id}`, secretKey: "shop-secret", shop: { platform: "scripted", shopId: String(at + 1) } }))
  ]
})

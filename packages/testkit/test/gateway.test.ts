/**
 * The suite over the client of document 2A, against the peer that speaks it.
 */
import { type Transport, WarehouseV1 } from "@crossdock/core"
import { Client, Profile } from "@crossdock/protocols/gateway"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { WarehouseV1Suite } from "../src/index.ts"
import { WarehouseGateway } from "../src/peers/index.ts"

const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString,
  appKey: Schema.NonEmptyString,
  appSecret: Schema.RedactedFromValue(Schema.NonEmptyString),
  warehouseKey: Schema.NonEmptyString
})

const settings = {
  baseUrl: new URL("http://peer.test"),
  appKey: "key",
  appSecret: Redacted.make("s3cret-of-the-test"),
  warehouseKey: "KEY-1"
}

const plugin: WarehouseV1.Plugin<typeof Settings, Transport.Transport> = WarehouseV1.plugin({
  id: "warehouse-right-gateway",
  settings: Settings,
  limits: { linesPerOrder: 40, ordersPerQuery: 10, documents: { label: ["PDF"] } },
  offers: Client.offers,
  make: (each, { timeZone }) => Effect.map(Client.make({ ...each, profile: Profile.defaults, timeZone }), (handlers) => ({ handlers }))
})

const { fixture, layer } = WarehouseGateway.make({ ...settings, timeZone: "America/Sao_Paulo" })

WarehouseV1Suite.suite({ plugin, settings, fixture, layer, report: { name: "crossdock-conformance-gateway" } })

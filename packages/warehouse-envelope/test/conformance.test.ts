import { WarehouseV1Suite } from "@crossdock/testkit"
import { WarehouseEnvelope } from "@crossdock/testkit/peers"
import * as Redacted from "effect/Redacted"
import { warehouseEnvelope } from "../src/Adapter.ts"
import { decoded, written } from "./fixtures.ts"

const timeZone = "America/Sao_Paulo"
const secretKey = "the secret of the account"

const { fixture, layer } = WarehouseEnvelope.make({
  accessId: written.accessId,
  secretKey: Redacted.make(secretKey),
  timeZone,
  callbacks: { extraType: "acme" }
})

WarehouseV1Suite.suite({
  plugin: warehouseEnvelope,
  settings: decoded({ secretKey, callbacks: { warehouseExtraType: "acme" } }),
  fixture,
  layer
})

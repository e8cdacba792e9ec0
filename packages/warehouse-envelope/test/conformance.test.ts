import { WarehouseV1Suite } from "@crossdock/testkit"
import { WarehouseEnvelope } from "@crossdock/testkit/peers"
import * as Redacted from "effect/Redacted"
import { checked } from "../../protocols/test/description/CheckedExchanges.ts"
import { warehouseEnvelope } from "../src/Adapter.ts"
import { decoded, written } from "./fixtures.ts"

const timeZone = "America/Sao_Paulo"
const secretKey = "the secret of the account"

const { fixture, layer } = checked(WarehouseEnvelope.make({
  accessId: written.accessId,
  secretKey: Redacted.make(secretKey),
  timeZone,
  callbacks: { extraType: "acme" }
}), 100)

WarehouseV1Suite.suite({
  plugin: warehouseEnvelope,
  settings: decoded({ secretKey, callbacks: { warehouseExtraType: "acme" } }),
  fixture,
  layer
})

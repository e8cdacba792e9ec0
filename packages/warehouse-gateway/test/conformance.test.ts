import { WarehouseV1Suite } from "@crossdock/testkit"
import { WarehouseGateway } from "@crossdock/testkit/peers"
import * as Redacted from "effect/Redacted"
import { checked } from "../../protocols/test/description/CheckedExchanges.ts"
import { warehouseGateway } from "../src/Adapter.ts"
import { decoded, written } from "./fixtures.ts"

const timeZone = "America/Sao_Paulo"
const appSecret = "the secret of the account"

const { fixture, layer } = checked(WarehouseGateway.make({
  appKey: written.appKey,
  appSecret: Redacted.make(appSecret),
  warehouseKey: written.warehouseKey,
  timeZone
}), 100)

WarehouseV1Suite.suite({ plugin: warehouseGateway, settings: decoded({ appSecret }), fixture, layer })

import { WarehouseV1Suite } from "@crossdock/testkit"
import { WarehouseGateway } from "@crossdock/testkit/peers"
import * as Redacted from "effect/Redacted"
import { acme } from "../src/index.ts"

const account = { appKey: "key-1", appSecret: Redacted.make("the secret of the test"), warehouseKey: "WH-KEY-1" }

const { fixture, layer } = WarehouseGateway.make({ ...account, timeZone: "Europe/Amsterdam" })

WarehouseV1Suite.suite({
  plugin: acme,
  laws: "1",
  settings: { ...account, baseUrl: new URL("https://gateway.test"), warehouseType: "acme" },
  fixture,
  layer
})

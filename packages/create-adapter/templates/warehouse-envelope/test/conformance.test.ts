import { WarehouseV1Suite } from "@crossdock/testkit"
import { WarehouseEnvelope } from "@crossdock/testkit/peers"
import * as Redacted from "effect/Redacted"
import { acme } from "../src/index.ts"

const account = { accessId: "acc-1", secretKey: Redacted.make("the secret of the test") }

const { fixture, layer } = WarehouseEnvelope.make({ ...account, timeZone: "Europe/Amsterdam", callbacks: { extraType: "acme-test" } })

WarehouseV1Suite.suite({
  plugin: acme,
  laws: "1",
  settings: { ...account, serviceUrl: new URL("https://acme.test/service"), warehouseExtraType: "acme-test" },
  fixture,
  layer
})

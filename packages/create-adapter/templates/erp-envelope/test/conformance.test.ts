import { ErpV1Suite } from "@crossdock/testkit"
import { ErpEnvelope } from "@crossdock/testkit/peers"
import * as Redacted from "effect/Redacted"
import { acme } from "../src/index.ts"

const account = { accessId: "acc-1", secretKey: Redacted.make("the secret of the test") }

const { fixture, layer } = ErpEnvelope.make({ ...account, extraType: "acme-test", timeZone: "Europe/Amsterdam" })

ErpV1Suite.suite({
  plugin: acme,
  laws: "1",
  settings: { ...account, baseUrl: new URL("https://acme.test"), warehouseExtraType: "acme-test" },
  fixture,
  layer
})

import { PlatformV1Suite } from "@crossdock/testkit"
import { PlatformEnvelope } from "@crossdock/testkit/peers"
import * as Redacted from "effect/Redacted"
import { acme } from "../src/index.ts"

const account = { accessId: "acc-1", secretKey: Redacted.make("the secret of the test") }
const shop = { platform: "WEB", shopId: "7", onlineShopId: "S-7" }

const { fixture, layer } = PlatformEnvelope.make({ ...account, ...shop, timeZone: "Europe/Amsterdam" })

PlatformV1Suite.suite({
  plugin: acme,
  laws: "1",
  settings: { ...account, ...shop, serviceUrl: new URL("https://acme.test/service"), customerId: "5" },
  fixture,
  layer
})

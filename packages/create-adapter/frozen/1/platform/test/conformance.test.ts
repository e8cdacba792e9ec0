import { InMemoryCredentials, PlatformV1Suite } from "@crossdock/testkit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { acme } from "../src/index.ts"
import * as Peer from "./Peer.ts"

const account = { clientId: "crossdock", clientSecret: "secret-of-the-test" }
const hookKey = "the hook key of the test"
const { fixture, issuer, layer } = Peer.make(account, hookKey)

PlatformV1Suite.suite({
  plugin: acme,
  laws: "1",
  settings: {
    baseUrl: new URL("https://acme.test"),
    authorizeUrl: new URL("https://acme.test/oauth/authorize"),
    tokenUrl: new URL("https://acme.test/oauth/token"),
    clientId: account.clientId,
    clientSecret: Redacted.make(account.clientSecret),
    hookKey: Redacted.make(hookKey)
  },
  fixture,
  layer: Layer.merge(layer, InMemoryCredentials.layer(issuer.first()))
})

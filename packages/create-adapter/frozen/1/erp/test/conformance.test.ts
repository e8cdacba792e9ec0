import { ErpV1Suite } from "@crossdock/testkit"
import * as Redacted from "effect/Redacted"
import { acme } from "../src/index.ts"
import * as Peer from "./Peer.ts"

const apiKey = "the key of the test"
const { fixture, layer } = Peer.make(apiKey)

ErpV1Suite.suite({
  plugin: acme,
  laws: "1",
  settings: { baseUrl: new URL("https://acme.test"), apiKey: Redacted.make(apiKey) },
  fixture,
  layer
})

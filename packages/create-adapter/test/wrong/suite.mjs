/**
 * Runs the suite over plugins that were written into folders below the working directory, all in this process and in memory, and prints
 * which laws each of them breaks. Arguments: the contract, and whether the plugins have OAuth tokens.
 */
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { readdirSync } from "node:fs"
import * as Conformance from "@crossdock/testkit/conformance"
import { InMemoryCredentials } from "@crossdock/testkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const [kind = "", protocol = ""] = process.argv.slice(2)
const { check } = { warehouse: Conformance.WarehouseV1Conformance, platform: Conformance.PlatformV1Conformance, erp: Conformance.ErpV1Conformance }[kind]
const baseUrl = new URL("https://peer.test")

const opened = (Peer) => {
  if (protocol !== "http-json-oauth") {
    const apiKey = "the key of the test"
    return { ...Peer.make(apiKey), settings: { baseUrl, apiKey: Redacted.make(apiKey) } }
  }
  const account = { clientId: "crossdock", clientSecret: "secret-of-the-test" }
  const { fixture, issuer, layer } = Peer.make(account)
  return {
    fixture,
    layer: Layer.merge(layer, InMemoryCredentials.layer(issuer.first())),
    settings: {
      baseUrl,
      authorizeUrl: new URL("https://peer.test/oauth/authorize"),
      tokenUrl: new URL("https://peer.test/oauth/token"),
      clientId: account.clientId,
      clientSecret: Redacted.make(account.clientSecret)
    }
  }
}

const loaded = (folder, file) => import(pathToFileURL(join(process.cwd(), folder, file)).href)

const results = {}
for (const folder of readdirSync(".").filter((name) => name.startsWith("plugin-"))) {
  const plugin = Object.values(await loaded(folder, "src/index.ts")).find((value) => typeof value === "object" && "contract" in value)
  const peer = opened(await loaded(folder, "test/Peer.ts"))
  const report = await Effect.runPromise(check({ plugin, settings: peer.settings, fixture: peer.fixture, layer: peer.layer, maxBusyMillis: 1500 }))
  const named = (outcome) => report.laws.filter((law) => law.outcome === outcome).map(({ law }) => law)
  results[folder.slice("plugin-".length)] = {
    held: named("held"),
    broken: report.laws.filter((law) => law.outcome === "broken").map(({ because, law }) => ({ law, because })),
    notDriven: named("not driven")
  }
}
process.stdout.write(JSON.stringify(results))

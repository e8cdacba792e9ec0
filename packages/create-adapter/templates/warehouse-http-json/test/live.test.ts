/**
 * The suite against a test account at Acme, over the network. It runs if ACME_TEST_URL and ACME_TEST_KEY are set. First write its fixture:
 * a valid order, and the orders that Acme holds, read in another way than by the plugin.
 * An optional part that you leave out costs the laws about it, which the report names.
 */
import { Quantity, Sku } from "@crossdock/core"
import { WarehouseV1Suite } from "@crossdock/testkit"
import { Peer, Sockets, type SuiteFixture } from "@crossdock/testkit/peers"
import * as TransportUndici from "@crossdock/transport-undici"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, it } from "vitest"
import { acme } from "../src/index.ts"

const todo = (what: string) => Effect.fail(new Error(`test/live.test.ts has no way yet to ${what}`))

/** Numbers that no earlier run has used. */
const numbers = `T${Date.now().toString(36)}-`

const fixtureOf = ({ faults, requests }: Peer.Peer): SuiteFixture.SuiteFixture => ({
  // For goods of which the account has thousands of pieces.
  order: (orderNumber) => ({
    orderNumber,
    warehouseCode: "a warehouse of the account",
    receiver: { name: Redacted.make("Ada Example"), country: "NL", city: "Amsterdam", address1: Redacted.make("Dam 1") },
    lines: [{ sku: Sku.Sku.make("a SKU of the account"), quantity: Quantity.of(2) }]
  }),
  records: {
    outbound: (orderNumber) => todo(`read every order that Acme ever accepted under ${orderNumber}`),
    outboundCount: todo("count the orders that Acme ever accepted")
  },
  // Also `carries` and `actions.ship`, as far as the account allows.
  stock: { warehouseCode: "a warehouse of the account", levels: todo("read the stock of that warehouse") },
  faults,
  requests,
  numbers
})

const { ACME_TEST_KEY: apiKey, ACME_TEST_URL: url } = process.env

if (url === undefined || apiKey === undefined) {
  it.todo("needs ACME_TEST_URL and ACME_TEST_KEY")
} else {
  // Forwards each request to Acme and breaks some of them. Pass `isWrite` if the method does not tell writes from reads.
  const peer = Peer.over(new URL(url))
  const { close, url: baseUrl } = await Sockets.listen(peer)
  afterAll(close)
  WarehouseV1Suite.suite({
    plugin: acme,
    laws: "1",
    settings: { baseUrl, apiKey: Redacted.make(apiKey) },
    fixture: fixtureOf(peer),
    layer: TransportUndici.layer({ timeout: "8 seconds" }),
    clock: "live",
    timeout: 120_000,
    report: { folder: "coverage-live" }
  })
}

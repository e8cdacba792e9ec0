/**
 * The suite against a test account at Acme, over the network. It runs if ACME_TEST_URL, ACME_TEST_SECRET and ACME_TEST_TOKEN are set, the
 * last to an access token that a person was granted. First write its fixture:
 * what a buyer does in the shop, and what the shop holds, read in another way than by the plugin.
 * An optional part that you leave out costs the laws about it, which the report names.
 */
import { InMemoryCredentials, PlatformV1Suite } from "@crossdock/testkit"
import { Peer, type PlatformSuiteFixture, Sockets } from "@crossdock/testkit/peers"
import * as TransportUndici from "@crossdock/transport-undici"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Layer from "effect/Layer"
import { afterAll, it } from "vitest"
import { acme } from "../src/index.ts"

const todo = (what: string) => Effect.fail(new Error(`test/live.test.ts has no way yet to ${what}`))

/** Numbers that no earlier run has used. */
const numbers = `T${Date.now().toString(36)}-`

const fixtureOf = ({ faults, requests }: Peer.Peer): PlatformSuiteFixture.SuiteFixture => ({
  // Returns the order as the shop shows it, under the number that the shop gave it. The receiver must have the name `buyer`.
  placeOrder: (_onlineOrderId, { buyer }) => todo(`buy something for ${buyer}`),
  // As much as the shop allows. Without them a plugin is not found that ships what nobody has paid, or wants any more.
  actions: {
    cancel: (onlineOrderId) => todo(`cancel the order ${onlineOrderId}`),
    finish: (onlineOrderId) => todo(`finish the order ${onlineOrderId}`)
  },
  shipments: (onlineOrderId) => todo(`read the parcels of the order ${onlineOrderId}`),
  product: { productId: "an article of the shop" },
  stock: todo("read the stock of that article"),
  faults,
  requests,
  numbers,
  authorization: {
    grant: (authorizeUrl) => todo(`grant access at ${authorizeUrl.href}`),
    wrong: { code: Redacted.make("code-of-nobody") },
    accepts: () => todo("find out whether Acme accepts a credential")
  }
})

const { ACME_TEST_SECRET: clientSecret, ACME_TEST_TOKEN: accessToken, ACME_TEST_URL: url } = process.env

if (url === undefined || clientSecret === undefined || accessToken === undefined) {
  it.skip("needs ACME_TEST_URL, ACME_TEST_SECRET and ACME_TEST_TOKEN", () => {})
} else {
  // Forwards each request to Acme and breaks some of them. Pass `isWrite` if the method does not tell writes from reads.
  const peer = Peer.over(new URL(url))
  const { close, url: baseUrl } = await Sockets.listen(peer)
  afterAll(close)
  PlatformV1Suite.suite({
    plugin: acme,
    laws: "1",
    settings: {
      baseUrl,
      authorizeUrl: new URL("/oauth/authorize", url),
      tokenUrl: new URL("/oauth/token", baseUrl),
      clientId: "crossdock",
      clientSecret: Redacted.make(clientSecret),
      hookKey: Redacted.make("the hook key of the account")
    },
    fixture: fixtureOf(peer),
    layer: Layer.merge(TransportUndici.layer({ timeout: "8 seconds" }), InMemoryCredentials.layer({ values: { accessToken: Redacted.make(accessToken) } })),
    clock: "live",
    timeout: 120_000,
    report: { folder: "coverage-live" }
  })
}

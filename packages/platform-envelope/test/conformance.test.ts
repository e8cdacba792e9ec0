/** Both plugins against an external service in memory, over the wire of the protocol. */
import { InMemoryCredentials, PlatformV1Suite } from "@crossdock/testkit"
import { PlatformEnvelope } from "@crossdock/testkit/peers"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { checked } from "../../protocols/test/description/CheckedExchanges.ts"
import { platformEnvelope, platformEnvelopeSigned } from "../src/Adapter.ts"
import { decoded, decodedSigned, written } from "./fixtures.ts"

const shop = { platform: written.platform, shopId: written.shopId, onlineShopId: "S-7" }
const more = { onlineShopId: shop.onlineShopId, customerId: "5" }

const peer = () => checked(PlatformEnvelope.make({ ...shop, accessId: written.accessId, secretKey: Redacted.make(written.secretKey), timeZone: "America/Sao_Paulo" }), 100)

const signed = peer()
PlatformV1Suite.suite({
  plugin: platformEnvelopeSigned,
  settings: decodedSigned(more),
  fixture: signed.fixture,
  layer: signed.layer,
  report: { name: "crossdock-conformance-platform-envelope-signed" }
})

const tokens = InMemoryCredentials.layer({
  values: { accessToken: Redacted.make("an access token"), refreshToken: Redacted.make("a refresh token"), refreshExpiresAt: Redacted.make("9999999999999"), lifetime: Redacted.make("3600") }
})
const withTokens = peer()
PlatformV1Suite.suite({
  plugin: platformEnvelope,
  settings: decoded(more),
  fixture: withTokens.fixture,
  layer: Layer.merge(withTokens.layer, tokens)
})

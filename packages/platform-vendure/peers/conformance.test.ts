/** The laws of `platform/v1`, against a real Vendure. */
import { PlatformV1Suite } from "@crossdock/testkit"
import { describe } from "@effect/vitest"
import { afterAll } from "vitest"
import { vendure } from "../src/Adapter.ts"
import { fixture, isLeftOut } from "./fixture.ts"
import { breakable, fixtureOf } from "./suite.ts"

const peer = isLeftOut ? undefined : await fixture()

describe.skipIf(peer === undefined)("Vendure", () => {
  if (peer === undefined) return
  afterAll(() => peer.server.stop())
  const breaking = breakable()
  PlatformV1Suite.suite({
    plugin: vendure,
    settings: peer.settings(),
    layer: breaking.layer,
    fixture: fixtureOf(peer.shop, breaking),
    clock: "live",
    timeout: 600_000
  })
})

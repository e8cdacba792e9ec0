/** The laws of `warehouse/v1`, against a real Tryton. */
import { WarehouseV1Suite } from "@crossdock/testkit"
import { describe } from "@effect/vitest"
import { afterAll } from "vitest"
import { tryton } from "../src/Adapter.ts"
import { fixture, isLeftOut } from "./fixture.ts"
import { breakable, fixtureOf } from "./suite.ts"

const peer = isLeftOut ? undefined : await fixture("conformance", { "SKU-1": 1_000_000, "SKU-2": 1_000_000, "BOX-1": 7, "BOX-2": 0 })

describe.skipIf(peer === undefined)("Tryton", () => {
  if (peer === undefined) return
  afterAll(() => peer.server.stop())
  const breaking = breakable()
  WarehouseV1Suite.suite({
    plugin: tryton,
    settings: peer.settings(),
    layer: breaking.layer,
    fixture: fixtureOf(peer, breaking),
    clock: "live",
    timeout: 600_000
  })
})

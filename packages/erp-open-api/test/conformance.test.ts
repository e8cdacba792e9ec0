import { ErpV1Suite } from "@crossdock/testkit"
import { ErpEnvelope, ErpStore } from "@crossdock/testkit/peers"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { erpOpenApi } from "../src/Adapter.ts"
import { Settings } from "../src/Settings.ts"
import { written } from "./fixtures.ts"

const secretKey = "the secret of the account"

// A segment of a path is compared as it was configured.
const { fixture, layer } = ErpEnvelope.make({
  extraType: written.warehouseExtraType,
  accessId: written.accessId,
  secretKey: Redacted.make(secretKey),
  timeZone: "America/Sao_Paulo"
})

ErpV1Suite.suite({
  plugin: erpOpenApi,
  settings: Schema.decodeSync(Settings)({ ...written, secretKey, listedFaults: { [ErpStore.finalRefusal]: "rejected" } }),
  fixture,
  layer
})

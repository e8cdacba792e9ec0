import { BooksV1Suite } from "@crossdock/testkit"
import { ErpBooks, ErpEnvelope, ErpOpenApi, ErpStore } from "@crossdock/testkit/peers"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { checked } from "../../protocols/test/description/CheckedExchanges.ts"
import { erpOpenApi } from "../src/Adapter.ts"
import { Settings } from "../src/Settings.ts"
import { written } from "./fixtures.ts"

const secretKey = "the secret of the account"
const timeZone = "America/Sao_Paulo"

// A segment of a path is compared as it was configured.
const account = { extraType: written.warehouseExtraType, accessId: written.accessId, secretKey: Redacted.make(secretKey), timeZone }

const { carryOut, revision } = ErpBooks.make()
const openApi = ErpOpenApi.serve({ appId: account.accessId, appSecret: account.secretKey, timeZone, carryOut, numbersPages: true })
const { fixture, layer } = checked(ErpEnvelope.make({ ...account, beside: { serve: openApi, revision } }), 100)
const { calls, lists } = ErpBooks.fixture

BooksV1Suite.suite({
  plugin: erpOpenApi,
  settings: Schema.decodeSync(Settings)({ ...written, secretKey, listedFaults: { [ErpStore.finalRefusal]: "rejected" } }),
  fixture: { ...fixture, calls, lists },
  layer
})

import { WarehouseV1 } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as PersonalDataMasking from "../../src/connection/PersonalDataMasking.ts"
import { order } from "../support/Orders.ts"

const text = Schema.encodeSync(Schema.fromJsonString(WarehouseV1.CreateOutboundOrder.payload))(order("SO-1"))
const operation = WarehouseV1.CreateOutboundOrder
const planted = ["Ada Example", "+31 20 000 0000", "ada@example.invalid", "Singel 1", "1012 AA"]

it("what the schema calls personal is masked, everything else stays", () => {
  const shown = PersonalDataMasking.masked(operation, text) as { readonly receiver: Record<string, string>; readonly orderNumber: string }
  for (const value of planted) assert.notInclude(JSON.stringify(shown), value)
  assert.strictEqual(shown.orderNumber, "SO-1")
  assert.strictEqual(shown.receiver.city, "Amsterdam")
  assert.match(shown.receiver.name ?? "", /^<redacted/)
  assert.deepStrictEqual(Object.keys(shown.receiver), Object.keys(JSON.parse(text).receiver))
})

it("a payload that does not fit its schema is shown not at all", () => {
  const broken = JSON.stringify({ ...JSON.parse(text), orderNumber: 7 })
  assert.notInclude(JSON.stringify(PersonalDataMasking.masked(operation, broken)), "Ada")
  assert.notInclude(JSON.stringify(PersonalDataMasking.masked(undefined, text)), "Ada")
})

it("a text that quotes the payload loses the quotes", () => {
  const hide = PersonalDataMasking.hiding([{ operation, text }])
  const hidden = hide("the address Singel 1, 1012 AA of Ada Example is not known")
  assert.notInclude(hidden, "Singel")
  assert.notInclude(hidden, "1012")
  assert.notInclude(hidden, "Ada")
  assert.include(hidden, "is not known")
})

it("nothing is hidden where nothing is known", () => {
  assert.strictEqual(PersonalDataMasking.hiding([])("as it is"), "as it is")
})

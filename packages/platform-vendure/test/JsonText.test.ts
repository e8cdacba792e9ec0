import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { itemsIn } from "../src/JsonText.ts"
import { holds } from "./property.ts"

const Records = Schema.Array(Schema.Record(Schema.String, Schema.Json))

describe("the text of records in an answer", () => {
  it.effect("is what the peer wrote, with or without blanks (P-085)", () =>
    holds(Arbitrary.schema(Records), (records) => {
      const answer = { data: { orders: { totalItems: 3, items: records } }, extensions: { items: [{ other: 1 }] } }
      return [undefined, 2].every((indent) => {
        const texts = itemsIn(JSON.stringify(answer, undefined, indent))
        return texts.length === records.length && texts.every((text, at) => JSON.stringify(JSON.parse(text)) === JSON.stringify(records[at]))
      })
    }))

  it("keeps numbers, escapes and blanks as they are (P-085)", () => {
    const first = "{\"n\": 9007199254740993001, \"rate\":4.50, \"t\":\"\\u00e9 \\/ \\\" ] }\"}"
    assert.deepStrictEqual(itemsIn(`{"data":{"said":"items","orders":{"items" : [${first},{"items":[{}]}]}}}`), [first, "{\"items\":[{}]}"])
  })

  it("is empty without a list", () => {
    assert.deepStrictEqual(itemsIn("{\"data\":{\"items\":null}}"), [])
    assert.deepStrictEqual(itemsIn("\"items\""), [])
    assert.deepStrictEqual(itemsIn("{\"items\":[]}"), [])
  })
})

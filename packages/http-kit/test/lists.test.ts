/** Records, pages and parts of a list. */
import { Drift, type Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Batches, JsonText, LinkHeader, Paging, Records } from "../src/index.ts"
import { holds } from "./property.ts"

describe("records", () => {
  const read = Records.reader(Schema.Struct({ "a/b": Schema.Int }), "GET /orders")

  it.effect("loses no record to one that cannot be decoded, and reports its place without its values", () =>
    Effect.gen(function*() {
      const findings: Array<Drift.Finding> = []
      const report = (finding: Drift.Finding) => Effect.sync(() => void findings.push(finding))
      const result = yield* Effect.provideService(read([{ "a/b": 1 }, { "a/b": "Jane" }, { "a/b": 3 }]), Drift.Drift, { report })
      assert.deepStrictEqual(result, { decoded: [{ "a/b": 1 }, { "a/b": 3 }], invalid: [{ "a/b": "Jane" }] })
      assert.deepStrictEqual(findings, [{ where: "GET /orders", path: "/1/a~1b", message: "the record cannot be decoded and is left out" }])
    }))

  it.each([[{ id: "7" }, "7"], [{ id: "" }, undefined], [{ id: 7 }, undefined], [null, undefined], ["id", undefined], [{}, undefined]])(
    "finds the text of a member in %j",
    (record, expected) => {
      assert.strictEqual(Records.textIn(record, "id"), expected)
    }
  )

  it.effect("decodes or keeps every record, whatever it is", () =>
    holds(Arbitrary.schema(Schema.Array(Schema.Json)), (list) => {
      const { decoded, invalid } = Effect.runSync(read(list))
      return decoded.length + invalid.length === list.length
    }))
})

describe("the text of records in an answer", () => {
  const Lists = Schema.Array(Schema.Json)

  it.effect("is what the peer wrote, with or without blanks (P-085)", () =>
    holds(Arbitrary.schema(Lists), (records) => {
      const answer = { data: { orders: { totalItems: 3, items: records } }, items: [{ other: 1 }] }
      return [undefined, 2].every((indent) => {
        const texts = JsonText.elements(JSON.stringify(answer, undefined, indent), "data", "orders", "items")
        return texts.length === records.length && texts.every((text, at) => JSON.stringify(JSON.parse(text)) === JSON.stringify(records[at]))
      })
    }))

  it("keeps numbers, escapes and blanks as they are (P-085)", () => {
    const first = "{\"n\": 9007199254740993001, \"rate\":4.50, \"t\":\"\\u00e9 \\/ \\\" ] }\"}"
    assert.deepStrictEqual(JsonText.elements(`{"said":"items","none":{}, "items" : [${first},{"items":[{}]}, -1.50 ,"]" ]}`, "items"), [
      first,
      "{\"items\":[{}]}",
      "-1.50",
      "\"]\""
    ])
    assert.deepStrictEqual(JsonText.elements(" [ 1,\n2 ] "), ["1", "2"])
  })

  it("is that of the last of several members with one name, as the answer is parsed", () => {
    const body = "{\"items\":[1],\"\\u0069tems\":[2]}"
    assert.deepStrictEqual(JsonText.elements(body, "items"), JSON.parse(body).items.map(String))
  })

  it.each(["{\"data\":{\"items\":[]}}", "{\"data\":{\"items\":null}}", "{\"data\":[{\"items\":[1]}]}", "\"items\"", "7", ""])(
    "is none without a list: %s",
    (body) => assert.deepStrictEqual(JsonText.elements(body, "data", "items"), [])
  )

  it.effect("comes with each record that is decoded, whatever is between them", () =>
    Effect.gen(function*() {
      const read = Records.textReader(Schema.Struct({ id: Schema.Int }), "GET /orders", "orders")
      const body = "{\"orders\":[{\"id\": 1},null,{\"id\":\"2\"},{\"id\":3,\"total\":4.50}]}"
      const { decoded, invalid } = yield* read(JSON.parse(body).orders, body)
      assert.deepStrictEqual(decoded, [[{ id: 1 }, "{\"id\": 1}"], [{ id: 3 }, "{\"id\":3,\"total\":4.50}"]])
      assert.deepStrictEqual(invalid, [null, { id: "2" }])
    }))
})

describe("pages", () => {
  const Items = Schema.Array(Schema.Array(Schema.Int).check(Schema.isMaxLength(3))).check(Schema.isMinLength(1), Schema.isMaxLength(20))

  it.effect("are walked to the last in order, whether it is empty or full", () =>
    holds(Arbitrary.schema(Items), (list) => {
      const read = (at: number | undefined) => Effect.succeed({ items: list[at ?? 0]!, next: (at ?? 0) + 1 < list.length ? (at ?? 0) + 1 : undefined })
      return JSON.stringify(Effect.runSync(Paging.all(undefined, read))) === JSON.stringify(list.flat())
    }))

  it.effect("fail when there are more than the bound, and are read up to it", () =>
    Effect.gen(function*() {
      const to = (last: number) => (page: number | undefined) => Effect.succeed({ items: [page!], next: page === last ? undefined : page! + 1 })
      assert.strictEqual((yield* Paging.all(1, to(3), { maxPages: 3 })).length, 3)
      assert.strictEqual((yield* Effect.flip(Paging.all(1, to(4), { maxPages: 3 })))._tag, "ResponseInvalid")
    }))

  it.effect("fail when a cursor leads back to an earlier page", () =>
    Effect.gen(function*() {
      let calls = 0
      const read = (cursor: string | undefined) => Effect.sync(() => ({ items: [++calls], next: cursor === "a" ? "b" : "a" }))
      assert.strictEqual((yield* Effect.flip(Paging.all(undefined, read)))._tag, "ResponseInvalid")
      assert.strictEqual(calls, 3)
    }))
})

describe("the header Link", () => {
  const requested = new URL("https://acme.test/v2/orders?page=1")
  const headers = (...values: ReadonlyArray<string>): Transport.Headers => values.map((value) => ["Link", value])

  it.each([
    [["<https://acme.test/v2/orders?page=2>; rel=\"next\""], "https://acme.test/v2/orders?page=2"],
    [["<?page=9>; rel=last, <?page=2>; title=\"a, <b>; c\"; rel=\"prefetch NEXT\""], "https://acme.test/v2/orders?page=2"],
    [["<?page=0>;rel=prev", "<?page=2>;rel=next"], "https://acme.test/v2/orders?page=2"],
    [["<?page=9>; rel=\"last\""], undefined],
    [["<?page=2>; rel=\"nextcloud\""], undefined],
    [["page=2; rel=next"], undefined],
    [[], undefined]
  ])("names the next page: %j", (values, expected) => {
    assert.strictEqual(Result.getOrThrow(LinkHeader.next(headers(...values), requested))?.href, expected)
  })

  it.each(["<https://acme.test.evil.test/>; rel=next", "<http://acme.test/>; rel=next", "<https://[>; rel=next"])("may not lead elsewhere: %s", (value) => {
    assert.isTrue(Result.isFailure(LinkHeader.next(headers(value), requested)))
  })

  it.effect("is read to its end, whatever it holds", () =>
    holds(Arbitrary.schema(Schema.String), (value) => LinkHeader.targets(headers(`${value}, <?page=2>; rel=next`), "next").length >= 0))
})

describe("parts", () => {
  const Case = Schema.Tuple([Schema.Array(Schema.Int).check(Schema.isMaxLength(30)), Schema.Int.check(Schema.isBetween({ minimum: -1, maximum: 40 }))])

  it.effect("cover every number once, in order, and none is longer than the size", () =>
    holds(Arbitrary.schema(Case), ([numbers, size]) => {
      const parts: Array<ReadonlyArray<number>> = []
      const ask = (part: ReadonlyArray<number>) => Effect.sync(() => (parts.push(part), part))
      const joined = Effect.runSync(Batches.inParts(numbers, size, ask))
      return JSON.stringify(joined) === JSON.stringify(numbers) && parts.every(({ length }) => length > 0 && length <= Math.max(1, size))
    }))

  it.effect("fail as a whole when one fails", () =>
    Effect.gen(function*() {
      const ask = ([first]: ReadonlyArray<number>) => (first === 3 ? Effect.fail("broken") : Effect.succeed([first]))
      assert.strictEqual(yield* Effect.flip(Batches.inParts([1, 2, 3, 4], 2, ask)), "broken")
    }))
})

describe("the number of a page", () => {
  const numberOf = (cursor: string | undefined, first?: number) =>
    Effect.runSync(Effect.match(Paging.pageNumber(cursor, first), { onSuccess: (page) => page, onFailure: ({ path }) => path }))

  it.each([
    [undefined, undefined, 1],
    [undefined, 0, 0],
    ["2", undefined, 2],
    ["0", 0, 0],
    ["0", undefined, "/cursor"],
    ["two", undefined, "/cursor"],
    ["1e3", undefined, "/cursor"],
    ["-1", 0, "/cursor"]
  ])("is what the cursor %j says, where pages count from %j: %j", (cursor, first, expected) => {
    assert.strictEqual(numberOf(cursor, first), expected)
  })
})

import { assert, describe, it } from "@effect/vitest"
import { ErpV1, type Operation, PlatformV1, Quantity, WarehouseV1 } from "@crossdock/core"
import { FulfilmentRecord } from "../../src/fulfilment/ShippedGoods.ts"
import { Arbitrary } from "effect"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as StoredJson from "../../src/engine/StoredJson.ts"

const codecs: ReadonlyArray<readonly [string, Schema.Codec<any, any>]> = [
  ...[ErpV1.contract, WarehouseV1.contract, PlatformV1.contract].flatMap(({ id, operations }) =>
    Object.values<Operation.Any>(operations).map(({ name, payload }): [string, Schema.Codec<any, any>] => [`${id} ${name}`, payload])),
  ["a fulfilment record", FulfilmentRecord.FulfilmentRecord]
]

/** Those of which a runner writes one with each report or order. */
const usual = new Set(["receiveOutboundStatus", "receiveInboundProgress", "createOutboundOrder"])

const textOf = (schema: Schema.Codec<any, any>) => {
  const encode = Schema.encodeOption(Schema.fromJsonString(schema))
  return (value: unknown) => Option.getOrUndefined(encode(value))
}

const status = {
  orderNumber: "SO-1",
  phase: "shipped",
  status: "4",
  trackingNumber: "1Z",
  shippedAt: DateTime.makeUnsafe(1_790_000_000_000),
  lines: [{ sku: "A", quantity: Quantity.of(2) }, { sku: "B", quantity: Quantity.of("1.250") }]
}

describe("JSON of a schema", () => {
  it.effect.each(codecs)("is written and read for %s as by its codec, or left to the codec", ([name, schema]) =>
    Effect.gen(function*() {
      const [write, read, text] = [StoredJson.writer(schema), StoredJson.reader(schema), textOf(schema)]
      const [decode, isSame] = [Schema.decodeUnknownSync(schema), Schema.toEquivalence(schema)]
      let left = 0
      const result = yield* Arbitrary.checkEffect(Arbitrary.schema(schema), (value) => {
        const [written, encoded] = [write(value), text(value)!]
        const found = read(JSON.parse(encoded))
        if (written === undefined) left++
        return (written === undefined || written === encoded) && (found === undefined || isSame(found, decode(JSON.parse(encoded))))
      }, { seed: 1, runs: 60, maxDiscards: 100_000 })
      assert.isUndefined(Arbitrary.formatCheckFailure(result))
      if (usual.has(name.split(" ").at(-1)!) || schema === FulfilmentRecord.FulfilmentRecord) assert.strictEqual(left, 0)
    }))

  it("leaves to the codec what is not valid", () => {
    const schema = ErpV1.ReceiveOutboundStatus.payload
    const [write, text] = [StoredJson.writer(schema), textOf(schema)]
    assert.strictEqual(write(status), text(status))
    assert.isDefined(write(status))
    const line = status.lines[0]!
    const others: ReadonlyArray<unknown> = [
      undefined,
      [],
      { ...status, orderNumber: "" },
      { ...status, orderNumber: undefined },
      { ...status, status: 4 },
      { ...status, phase: "lost" },
      { ...status, trackingUrl: "no address" },
      { ...status, warehouseCode: undefined },
      { ...status, shippedAt: new Date(0) },
      { ...status, lines: [{ ...line, quantity: Quantity.zero }] },
      { ...status, lines: [{ ...line, quantity: 2 }] },
      { ...status, lines: [line, { ...line, sku: "" }] },
      { ...status, lines: { 0: line } }
    ]
    for (const other of others) assert.deepStrictEqual([write(other), text(other)], [undefined, undefined])
  })

  it("leaves out what the schema does not have", () => {
    const write = StoredJson.writer(ErpV1.ReceiveOutboundStatus.payload)
    assert.strictEqual(write({ ...status, note: "for us" }), write(status))
  })

  it("reads what a runner stores with each report, and leaves to the codec what is not valid", () => {
    const schema = ErpV1.ReceiveOutboundStatus.payload
    const [read, decode] = [StoredJson.reader(schema), Schema.decodeUnknownOption(schema)]
    const json = JSON.parse(textOf(schema)(status)!)
    assert.isTrue(Schema.toEquivalence(schema)(read(json)!, status as never))
    const line = json.lines[0]
    const others: ReadonlyArray<unknown> = [
      null,
      [],
      { ...json, orderNumber: "" },
      { ...json, phase: "lost" },
      { ...json, trackingNumber: null },
      { ...json, shippedAt: "2026-02-30T25:00:00.000Z" },
      { ...json, lines: [{ ...line, quantity: 0 }] },
      { ...json, lines: [{ ...line, quantity: -1 }] },
      { ...json, lines: [{ ...line, sku: undefined }] }
    ]
    for (const other of others) assert.deepStrictEqual([read(other), Option.getOrUndefined(decode(other))], [undefined, undefined])
    assert.deepStrictEqual(read({ ...json, note: "of a later release" }), read(json))
    // Other ways to write a time, and members with a default, are the codec's.
    assert.isUndefined(read({ ...json, shippedAt: "2026-08-31T10:00:00+02:00" }))
    const { together: _, ...earlier } = JSON.parse(textOf(FulfilmentRecord.FulfilmentRecord)(FulfilmentRecord.empty())!)
    assert.isUndefined(StoredJson.reader(FulfilmentRecord.FulfilmentRecord)(earlier))
  })
})

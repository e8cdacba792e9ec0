import { assert, it } from "@effect/vitest"
import { Mapping, read, type Table } from "../../src/wire/index.ts"
import { subjects as ofGateway } from "../gateway/samples.ts"
import { subjects as ofPlatform } from "../platform-envelope/samples.ts"
import { subjects as ofEnvelope } from "../warehouse-envelope/samples.ts"

/** As where code must not be made. */
const stepByStep = (table: Table.Table, value: object): object => {
  const made = globalThis.Function
  globalThis.Function = (() => {
    throw new EvalError("no code is made here")
  }) as never
  try {
    return Mapping.fromWire({ ...table }, value)
  } finally {
    globalThis.Function = made
  }
}

it("maps every message by generated code as it does step by step", () => {
  let mapped = 0
  for (const { sample, table } of [...Object.values(ofGateway), ...Object.values(ofEnvelope), ...Object.values(ofPlatform)]) {
    const optional = new Set(table.members.filter(({ need }) => need !== "required").map(({ name }) => name))
    const least = Object.fromEntries(Object.entries(sample).filter(([name]) => !optional.has(name)))
    for (const json of [sample, least]) {
      const { value } = read(table, json)
      if (value === undefined) continue
      assert.deepStrictEqual(Mapping.fromWire<object>(table, value), stepByStep(table, value), table.name)
      mapped++
    }
  }
  assert.isAbove(mapped, 80)
})

import { assert, it } from "@effect/vitest"
import type { LookupFunction } from "node:net"
import { sharing } from "../src/SharedLookup.ts"

/** Questions that are answered when a test says so. */
const resolver = () => {
  const asked: Array<{ readonly name: string; readonly answer: Parameters<LookupFunction>[2] }> = []
  const lookup: LookupFunction = (name, _options, answer) => void asked.push({ name, answer })
  return { asked, lookup: sharing(lookup) }
}

it("a name is asked for once however many want it, and another one does not wait (F18)", () => {
  const { asked, lookup } = resolver()
  const got: Array<unknown> = []
  for (let index = 0; index < 20; index++) lookup("slow.example", { all: true }, (_error, addresses) => got.push(addresses))
  lookup("other.example", { all: true }, () => {})
  assert.deepStrictEqual(asked.map(({ name }) => name), ["slow.example", "other.example"])
  asked[0]!.answer(null, [{ address: "192.0.2.1", family: 4 }])
  assert.deepStrictEqual(got, Array.from({ length: 20 }, () => [{ address: "192.0.2.1", family: 4 }]))
})

it("an answer, or a failure, is no answer to who asks later (F18)", () => {
  const { asked, lookup } = resolver()
  const got: Array<unknown> = []
  const ask = () => lookup("moves.example", { all: true }, (error, addresses) => got.push(error ?? addresses))
  const gone = Object.assign(new Error("gone"), { code: "EAI_AGAIN" })
  ask()
  asked[0]!.answer(gone, [])
  ask()
  asked[1]!.answer(null, [{ address: "192.0.2.2", family: 4 }])
  assert.deepStrictEqual(got, [gone, [{ address: "192.0.2.2", family: 4 }]])
})

it("questions that differ in more than the name are not one (F18)", () => {
  const { asked, lookup } = resolver()
  lookup("two.example", { all: true, family: 4 }, () => {})
  lookup("two.example", { all: true, family: 6 }, () => {})
  assert.lengthOf(asked, 2)
})

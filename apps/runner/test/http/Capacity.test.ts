import { assert, it } from "@effect/vitest"
import * as Capacity from "../../src/http/Capacity.ts"

const roomy = () => false

it("what callers hold together stays below the limit, and what is given back is free again", () => {
  const capacity = Capacity.make({ most: 10, isShort: roomy })
  assert.isTrue(capacity.take(0, 6))
  assert.isTrue(capacity.take(0, 4))
  assert.isFalse(capacity.take(0, 1))
  capacity.give(6)
  assert.isTrue(capacity.take(0, 1))
})

it("a body above the limit is served by itself", () => {
  const capacity = Capacity.make({ most: 10, isShort: roomy })
  assert.isTrue(capacity.take(0, 8))
  assert.isTrue(capacity.take(8, 8))
  assert.isFalse(capacity.take(0, 1))
})

it("a heap that is nearly full takes one at a time", () => {
  let isShort = true
  const capacity = Capacity.make({ most: 10, isShort: () => isShort })
  assert.isTrue(capacity.take(0, 1))
  assert.isTrue(capacity.take(1, 1))
  assert.isFalse(capacity.take(0, 1))
  isShort = false
  assert.isTrue(capacity.take(0, 1))
})

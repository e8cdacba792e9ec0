import { assert, it } from "@effect/vitest"
import * as RequestMemory from "../../src/http/RequestMemory.ts"

const megabyte = 1024 * 1024

const constant = (free: () => number): RequestMemory.Memory => ({ free, gather: () => false })

it("what is made of all bodies that are held fits what is free, and what is given back is free again (F15)", () => {
  const capacity = RequestMemory.make(constant(() => 64 * megabyte))
  assert.isTrue(capacity.take(0, 3 * megabyte))
  assert.isTrue(capacity.take(0, megabyte))
  assert.isFalse(capacity.take(0, 1))
  capacity.give(3 * megabyte)
  assert.isTrue(capacity.take(0, 1))
  assert.isTrue(capacity.take(1, megabyte))
  assert.isFalse(capacity.take(megabyte + 1, 2 * megabyte))
})

it("while nothing is free, small bodies are served one by one and large ones not at all (F15)", () => {
  let free = 0
  const capacity = RequestMemory.make(constant(() => free))
  assert.isFalse(capacity.take(0, megabyte))
  assert.isTrue(capacity.take(0, RequestMemory.perRequest))
  assert.isTrue(capacity.take(RequestMemory.perRequest, RequestMemory.small - RequestMemory.perRequest))
  assert.isFalse(capacity.take(RequestMemory.small, 1))
  assert.isFalse(capacity.take(0, 1))
  capacity.give(RequestMemory.small)
  assert.isTrue(capacity.take(0, 1))
  free = 64 * megabyte
  assert.isTrue(capacity.take(0, megabyte))
})

it("a body for which there is no place has one where that much is garbage (F15)", () => {
  let free = 0
  let gathered = 0
  const capacity = RequestMemory.make({
    free: () => free,
    gather: () => {
      gathered += 1
      free = 64 * megabyte
      return true
    }
  })
  assert.isTrue(capacity.take(0, megabyte))
  assert.strictEqual(gathered, 1)
  assert.isFalse(capacity.take(0, 4 * megabyte))
  assert.strictEqual(gathered, 2)
})

it("a process with the heap that Node gives it takes the largest body that is allowed (F15)", () => {
  assert.isTrue(RequestMemory.ofHeap().take(0, 20 * megabyte))
})

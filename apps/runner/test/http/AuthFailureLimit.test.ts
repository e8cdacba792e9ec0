import { assert, it } from "@effect/vitest"
import * as AuthFailureLimit from "../../src/http/AuthFailureLimit.ts"

const failing = (failures: AuthFailureLimit.AuthFailures, times: number, now: number, id = "acc", address: string | undefined = "1.2.3.4") => {
  for (let time = 0; time < times; time++) failures.failed(id, address, now)
}

it("50 failures within 60 s block further failures of a credential at its address for 60 s (D1-398, A032)", () => {
  const failures = AuthFailureLimit.make(50)
  failing(failures, 49, 0)
  assert.isTrue(failures.mayFail("acc", "1.2.3.4", 0))
  failing(failures, 1, 59_999)
  assert.isFalse(failures.mayFail("acc", "1.2.3.4", 59_999))
  assert.isFalse(failures.mayFail("acc", "1.2.3.4", 119_998))
  assert.isTrue(failures.mayFail("acc", "1.2.3.4", 119_999))
})

it("a credential has all its tries again after the block (D1-398)", () => {
  const failures = AuthFailureLimit.make(50)
  failing(failures, 50, 0)
  assert.isFalse(failures.mayFail("acc", "1.2.3.4", 59_999))
  assert.isTrue(failures.mayFail("acc", "1.2.3.4", 60_000))
  failing(failures, 49, 60_000)
  assert.isTrue(failures.mayFail("acc", "1.2.3.4", 60_000))
})

it("failures during a block do not prolong it, and only the failure that begins it says so (A032)", () => {
  const failures = AuthFailureLimit.make(2)
  const begins = [0, 1, 2, 30_000].map((now) => failures.failed("acc", "1.2.3.4", now))
  assert.deepStrictEqual(begins, [false, true, false, false])
  assert.isTrue(failures.mayFail("acc", "1.2.3.4", 60_001))
})

it("failures further apart than 60 s are not counted together (D1-398)", () => {
  const failures = AuthFailureLimit.make(50)
  for (let minute = 0; minute < 10; minute++) failing(failures, 40, minute * 61_000)
  assert.isTrue(failures.mayFail("acc", "1.2.3.4", 600_000))
})

it("a block concerns no other credential and no other address (D1-398)", () => {
  const failures = AuthFailureLimit.make(2)
  failing(failures, 2, 0)
  assert.deepStrictEqual(
    [failures.mayFail("acc", "1.2.3.4", 1), failures.mayFail("acc-2", "1.2.3.4", 1), failures.mayFail("acc", "1.2.3.5", 1), failures.mayFail("acc", undefined, 1)],
    [false, true, true, true]
  )
})

it("guesses of many ids from one address are counted together (A032)", () => {
  const failures = AuthFailureLimit.make(50)
  const taken = Array.from({ length: 300 }, (_, guess) => {
    const mayFail = failures.mayFail(`guess-${guess}`, "1.2.3.4", guess)
    failures.failed(`guess-${guess}`, "1.2.3.4", guess)
    return mayFail
  })
  assert.strictEqual(taken.filter(Boolean).length, 100)
  assert.isTrue(failures.mayFail("guess-299", "1.2.3.5", 300))
})

it("guesses from many addresses fill no memory and lift no block of others (A032)", () => {
  const failures = AuthFailureLimit.make(2)
  failing(failures, 2, 0)
  failing(failures, 1, 0, "late", "1.2.3.4")
  for (let guess = 0; guess < 10_050; guess++) failures.failed(`guess-${guess}`, `10.0.${guess >> 8}.${guess & 255}`, 0)
  assert.isFalse(failures.mayFail("acc", "1.2.3.4", 1))
  const long = "x".repeat(1_000_000)
  failing(failures, 2, 0, `${long}a`, "1.2.3.6")
  assert.isFalse(failures.mayFail(`${long}b`, "1.2.3.6", 1))
})

it("a clock that is put back an hour blocks nobody for longer than a minute", () => {
  const failures = AuthFailureLimit.make(50)
  failing(failures, 50, 3_600_000)
  assert.isFalse(failures.mayFail("acc", "1.2.3.4", 3_600_001))
  assert.isTrue(failures.mayFail("acc", "1.2.3.4", 0))
  failing(failures, 49, 0)
  assert.isTrue(failures.mayFail("acc", "1.2.3.4", 0))
})

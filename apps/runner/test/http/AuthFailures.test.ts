import { assert, it } from "@effect/vitest"
import * as AuthFailures from "../../src/http/AuthFailures.ts"

const failing = (failures: AuthFailures.AuthFailures, times: number, now: number, id = "acc", address: string | undefined = "1.2.3.4") => {
  for (let time = 0; time < times; time++) failures.failed(id, address, now)
}

it("D1-398 50 failures within 60 s stop a credential at its address for 60 s", () => {
  const failures = AuthFailures.make(50)
  failing(failures, 49, 0)
  assert.isTrue(failures.mayTry("acc", "1.2.3.4", 0))
  failing(failures, 1, 59_999)
  assert.isFalse(failures.mayTry("acc", "1.2.3.4", 59_999))
  assert.isFalse(failures.mayTry("acc", "1.2.3.4", 119_998))
  assert.isTrue(failures.mayTry("acc", "1.2.3.4", 119_999))
})

it("D1-398 afterwards it has all its tries again", () => {
  const failures = AuthFailures.make(50)
  failing(failures, 50, 0)
  assert.isFalse(failures.mayTry("acc", "1.2.3.4", 59_999))
  assert.isTrue(failures.mayTry("acc", "1.2.3.4", 60_000))
  failing(failures, 49, 60_000)
  assert.isTrue(failures.mayTry("acc", "1.2.3.4", 60_000))
})

it("D1-398 failures further apart than 60 s are not counted together", () => {
  const failures = AuthFailures.make(50)
  for (let minute = 0; minute < 10; minute++) failing(failures, 40, minute * 61_000)
  assert.isTrue(failures.mayTry("acc", "1.2.3.4", 600_000))
})

it("D1-398 another credential and another address are not concerned", () => {
  const failures = AuthFailures.make(2)
  failing(failures, 2, 0)
  assert.deepStrictEqual(
    [failures.mayTry("acc", "1.2.3.4", 1), failures.mayTry("acc-2", "1.2.3.4", 1), failures.mayTry("acc", "1.2.3.5", 1), failures.mayTry("acc", undefined, 1)],
    [false, true, true, true]
  )
})

it("guessed ids fill no memory, and push out the oldest first", () => {
  const failures = AuthFailures.make(1)
  for (let guess = 0; guess < 10_001; guess++) failures.failed(`guess-${guess}`, "1.2.3.4", 0)
  assert.isTrue(failures.mayTry("guess-0", "1.2.3.4", 1))
  assert.isFalse(failures.mayTry("guess-1", "1.2.3.4", 1))
  const long = "x".repeat(1_000_000)
  failures.failed(`${long}a`, "1.2.3.4", 0)
  assert.isFalse(failures.mayTry(`${long}b`, "1.2.3.4", 1))
})

it("a clock that is put back an hour stops nobody for longer than a minute", () => {
  const failures = AuthFailures.make(50)
  failing(failures, 50, 3_600_000)
  assert.isFalse(failures.mayTry("acc", "1.2.3.4", 3_600_001))
  assert.isTrue(failures.mayTry("acc", "1.2.3.4", 0))
  failing(failures, 49, 0)
  assert.isTrue(failures.mayTry("acc", "1.2.3.4", 0))
})

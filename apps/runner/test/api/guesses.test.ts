import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { Passwords } from "../../src/accounts/Passwords.ts"
import { guessing } from "../../src/api/SessionHandlers.ts"
import { world } from "../support/World.ts"
import { listening } from "./AdminWorld.ts"
import { signIn } from "./SignedIn.ts"

const password = "correct horse battery"

/** Counts the hashes of passwords, and compares without the work. */
const counted = () => {
  const asked: Array<string | undefined> = []
  const layer = Layer.succeed(Passwords, Passwords.of({
    hash: (given) => Effect.succeed(`hash of ${Redacted.value(given)}`),
    isRight: (given, stored) =>
      Effect.sync(() => {
        asked.push(stored)
        return stored === `hash of ${Redacted.value(given)}`
      })
  }))
  return { asked, layer }
}

it.effect("a password is hashed whether the name is known or not (issue 27)", () => {
  const { asked, layer } = counted()
  return world({ filename: ":memory:" }, { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const accounts = yield* Accounts
      yield* accounts.addToken({ name: "script", role: "viewer" })
      const port = yield* Effect.provide(listening(w), layer)
      for (const name of ["anna", "script", "nobody"]) {
        const refused = yield* signIn(port, name, "a wrong password")
        assert.deepInclude(refused, { status: 401, code: "SIGN_IN_REFUSED" })
      }
      assert.strictEqual(asked.length, 3)
    }))
})

it.effect("1,000 wrong passwords from one address are refused unread, and lock out no other address (issue 27)", () => {
  const { asked, layer } = counted()
  return world({ filename: ":memory:" }, { isIdle: true, server: { trustedProxies: ["127.0.0.1"] } }, (w) =>
    Effect.gen(function*() {
      const accounts = yield* Effect.provide(Accounts.make, layer)
      yield* accounts.addPerson({ name: "Anna", role: "administrator", password: Redacted.make(password) })
      const port = yield* Effect.provide(listening(w), layer)
      const from = (address: string) => ({ "x-forwarded-for": address })
      const answers: Array<number> = []
      for (let time = 0; time < 1000; time++) answers.push((yield* signIn(port, "anna", `guess ${time}`, from("203.0.113.7"))).status)
      assert.deepStrictEqual(answers.slice(0, 6), [401, 401, 401, 401, 401, 429])
      assert.strictEqual(answers.filter((status) => status === 429).length, 995)
      assert.strictEqual(asked.length, 5, "a refused guess costs no hash")
      assert.strictEqual((yield* signIn(port, "anna", password, from("203.0.113.7"))).status, 429, "not even the right one, from there")
      assert.strictEqual((yield* signIn(port, "anna", password, from("203.0.113.8"))).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* signIn(port, "anna", password, from("203.0.113.7"))).status, 200)
    }))
})

it.effect("guesses over many names from one address are refused too, and guesses at the same time are counted (issue 27)", () => {
  const { asked, layer } = counted()
  return world({ filename: ":memory:" }, { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* Effect.provide(listening(w), layer)
      const all = yield* Effect.forEach(Array.from({ length: 100 }, (_, at) => at), (at) => signIn(port, `name ${at}`, "password"), { concurrency: "unbounded" })
      assert.isAtMost(asked.length, 10 + 3)
      assert.isTrue(all.every(({ status }) => status === 401 || status === 429))
    }))
})

it.effect("a guess whose sender has left is carried out and counted (issue 27)", () =>
  Effect.gen(function*() {
    const limited = guessing()
    const gate = yield* Latch.make()
    const guess = limited("anna", "203.0.113.7", Effect.as(gate.await, undefined))
    const left = yield* Effect.forEach([1, 2, 3, 4], () => Effect.forkChild(guess, { startImmediately: true }))
    assert.strictEqual((yield* Effect.flip(guess)).code, "TOO_MANY_GUESSES", "four are under way")
    for (const fiber of left) fiber.interruptUnsafe()
    assert.isTrue(left.every((fiber) => fiber.pollUnsafe() === undefined))
    yield* gate.open
    yield* Effect.forEach(left, (fiber) => Fiber.await(fiber))
    assert.isUndefined(yield* guess, "the fifth")
    assert.strictEqual((yield* Effect.flip(guess)).code, "TOO_MANY_GUESSES", "five were wrong")
  }))

it.effect("addresses of one network of IPv6 are one sender (issue 27)", () =>
  Effect.gen(function*() {
    const limited = guessing()
    const wrong = (address: string) => limited("anna", address, Effect.succeed(undefined))
    for (const last of ["1", "2", "ffff:0:0:3", "4", "5"]) assert.isUndefined(yield* wrong(`2001:db8:0:7:${last.includes(":") ? "" : ":"}${last}`))
    for (const address of ["2001:DB8::7:0:0:0:9", "2001:0db8:0000:0007:1:2:3:4", "2001:db8:0:7::198.51.100.1"]) {
      assert.strictEqual((yield* Effect.flip(wrong(address))).code, "TOO_MANY_GUESSES", address)
    }
    for (const address of ["2001:db8:0:8::1", "2001:db8::1", "::1", "203.0.113.7"]) assert.isUndefined(yield* wrong(address), address)
    for (let time = 0; time < 5; time++) assert.isUndefined(yield* wrong("::ffff:203.0.113.8"))
    assert.strictEqual((yield* Effect.flip(wrong("203.0.113.8"))).code, "TOO_MANY_GUESSES")
    assert.isUndefined(yield* wrong("::ffff:203.0.113.9"), "addresses of IPv4 are apart, however they are written")
  }))

it.effect("a hash for which nobody waits any more keeps its place until it is made (issue 27)", () =>
  Effect.gen(function*() {
    const passwords = yield* Passwords
    const left = yield* Effect.forkChild(passwords.isRight(Redacted.make("a guess"), undefined), { startImmediately: true })
    left.interruptUnsafe()
    assert.isUndefined(left.pollUnsafe())
    yield* Fiber.await(left)
  }).pipe(Effect.provide(Passwords.layer)))

it.effect("what is stored of a password opens with that password alone (issue 27)", () =>
  Effect.gen(function*() {
    const passwords = yield* Passwords
    const stored = yield* passwords.hash(Redacted.make("p\u00e4ssword of Anna"))
    assert.match(stored, /^scrypt:32768:8:3:[\w-]{22}:[\w-]{43}$/)
    assert.notStrictEqual(stored, yield* passwords.hash(Redacted.make("p\u00e4ssword of Anna")))
    assert.isTrue(yield* passwords.isRight(Redacted.make("pa\u0308ssword of Anna"), stored))
    assert.isFalse(yield* passwords.isRight(Redacted.make("password of Anna"), stored))
    assert.isFalse(yield* passwords.isRight(Redacted.make(""), undefined))
    // Hashes with other parameters stay good.
    const weaker = "scrypt:16384:8:1:AAAAAAAAAAAAAAAAAAAAAA:" + (yield* Effect.promise(async () => {
      const { scryptSync } = await import("node:crypto")
      return scryptSync("old", Buffer.alloc(16), 32, { cost: 16_384 }).toString("base64url")
    }))
    assert.isTrue(yield* passwords.isRight(Redacted.make("old"), weaker))
  }).pipe(Effect.provide(Passwords.layer)))

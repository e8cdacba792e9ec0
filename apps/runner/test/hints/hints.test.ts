import { assert } from "@effect/vitest"
import { Topic } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import * as Hints from "../../src/hints/Hints.ts"
import { Database } from "../../src/store/Database.ts"
import { listening, token } from "../api/AdminWorld.ts"
import { headersOf, send, signIn } from "../api/SignedIn.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn, pass, until, type World } from "../support/World.ts"
import { type Line, openLine } from "./Lines.ts"

const ofToken = { authorization: `Bearer ${Redacted.value(token)}` }
const password = Redacted.make("correct horse battery")

/** A name that nobody could match, as the runner notes it at the link of the world. */
const unmatched = (name: string, scope = "warehouse:acc-1") =>
  Effect.flatMap(Database, (db) => db.query("insert into unmatched (scope, kind, name, times, first_at, last_at) values ($1, 'sku', $2, 1, 0, 0)", [scope, name]))

const begun = (w: World) =>
  Effect.gen(function*() {
    const hints = yield* Hints.Hints
    yield* Effect.forkScoped(hints.run)
    return { hints, port: yield* listening(w) }
  })

const hasTold = (line: Line, count: number) => until(Effect.sync(() => line.told.length >= count))
const hasEnded = (line: Line) => until(Effect.sync(line.hasEnded))

onBothDatabases("hints of what has changed (issue 27)", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("begin with all topics, name what was changed and nothing of it, and come at most once a second", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { port } = yield* begun(w)
      const line = yield* openLine(port, ofToken)
      assert.strictEqual(line.status, 200)
      assert.match(String(line.headers["content-type"]), /^text\/event-stream/)
      assert.strictEqual(line.headers["cache-control"], "no-store")
      yield* hasTold(line, 1)
      assert.deepStrictEqual(line.told[0]!.topics, Topic.literals)
      yield* pass(2000)
      const before = line.told.length
      for (const name of ["SECRET-1", "SECRET-2", "SECRET-3"]) yield* unmatched(name)
      yield* hasTold(line, before + 1)
      assert.deepStrictEqual(line.told.at(-1)!.topics, ["names"])
      // Ten changes in each second are one hint.
      const many = line.told.length
      for (let at = 0; at < 30; at++) {
        yield* unmatched(`SECRET-OF-MANY-${at}`)
        yield* pass(100)
      }
      yield* pass(2000)
      assert.isAtMost(line.told.length - many, 5)
      assert.isAtLeast(line.told.length - many, 2)
      assert.notInclude(line.text(), "SECRET")
    }))

  inWorld("come after the commit, so that whoever asks again sees the change", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { port } = yield* begun(w)
      const line = yield* openLine(port, ofToken)
      yield* hasTold(line, 1)
      yield* pass(2000)
      const before = line.told.length
      const db = yield* Database
      yield* db.transaction(Effect.gen(function*() {
        yield* unmatched("KEPT")
        yield* pass(2000)
        assert.strictEqual(line.told.length, before)
      }))
      yield* hasTold(line, before + 1)
      assert.deepStrictEqual(line.told.at(-1)!.topics, ["names"])
    }))

  inWorld("end with the sign-in that opened the line, also when nobody uses the page, and are refused without one", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { port } = yield* begun(w)
      yield* (yield* Accounts).addPerson({ name: "Anna", role: "operator", password })
      const { changing, reading } = headersOf(yield* signIn(port, "anna", Redacted.value(password)))
      const other = headersOf(yield* signIn(port, "anna", Redacted.value(password)))
      const [line, idle] = [yield* openLine(port, reading), yield* openLine(port, other.reading)]
      yield* hasTold(line, 1)
      assert.notInclude(line.told[0]!.topics, "people")
      assert.strictEqual((yield* send(port, { method: "DELETE", path: "/admin/session", headers: changing })).status, 204)
      yield* hasEnded(line)
      assert.isFalse(idle.hasEnded())
      // A line that is open is no request: after half an hour without one the sign-in has ended.
      yield* TestClock.adjust("31 minutes")
      yield* hasEnded(idle)
      assert.strictEqual((yield* openLine(port, {})).status, 401)
    }))

  inWorld("come to an account that is limited to links at one pace, whatever happens", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { port } = yield* begun(w)
      const { token: named } = yield* (yield* Accounts).addToken({ name: "clerk", role: "operator", links: ["warehouse:acc-1"] })
      const limited = yield* openLine(port, { authorization: `Bearer ${named}` })
      yield* hasTold(limited, 1)
      const expected = limited.told[0]!.topics
      for (const topic of ["books", "findings", "people"]) assert.notInclude(expected, topic)
      yield* pass(Hints.limitedPace * 2 + 500)
      const quiet = limited.told.length
      for (let at = 0; at < 20; at++) {
        yield* unmatched(`OF-ANOTHER-${at}`, "warehouse:other")
        yield* pass(Hints.limitedPace / 10)
      }
      yield* pass(500)
      assert.strictEqual(limited.told.length - quiet, quiet - 1)
      for (const { topics } of limited.told) assert.deepStrictEqual(topics, expected)
    }))

  inWorld("go by so many lines of one account at most, and by none when the runner stops", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { hints, port } = yield* begun(w)
      const lines = yield* Effect.forEach(Array.from({ length: Hints.most.ofAccount }), () => Effect.tap(openLine(port, ofToken), (line) => hasTold(line, 1)))
      assert.strictEqual((yield* openLine(port, ofToken)).status, 429)
      const { token: named } = yield* (yield* Accounts).addToken({ name: "script", role: "viewer" })
      const other = yield* openLine(port, { authorization: `Bearer ${named}` })
      yield* hasTold(other, 1)
      assert.strictEqual(hints.count(), Hints.most.ofAccount + 1)
      yield* hints.stop
      for (const line of [...lines, other]) yield* hasEnded(line)
      assert.strictEqual((yield* openLine(port, ofToken)).status, 429)
      assert.strictEqual(hints.count(), 0)
    }))
})

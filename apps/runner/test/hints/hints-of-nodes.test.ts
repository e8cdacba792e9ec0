import { assert } from "@effect/vitest"
import { Right, Topic } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Hints } from "../../src/hints/Hints.ts"
import { Database } from "../../src/store/Database.ts"
import { withNodes } from "../support/Nodes.ts"
import { pass, until } from "../support/World.ts"

const account = { name: "somebody", rights: new Set(Right.literals), links: undefined }

withNodes("a page at one node hears what another node has changed, and of everything after its line between the nodes was broken (issue 27)", ({ db, join }) =>
  Effect.gen(function*() {
    const [one, two] = [yield* join("one", { isIdle: true }), yield* join("two", { isIdle: true })]
    for (const node of [one, two]) yield* node.begin(Effect.flatMap(Hints, (hints) => hints.run))
    const told: Array<ReadonlyArray<Topic>> = []
    yield* two.begin(Effect.flatMap(Hints, (hints) =>
      Effect.flatMap(hints.open({ account, isSignedIn: Effect.succeed(true) }), (lines) => Stream.runForEach(lines ?? Stream.empty, (topics) => Effect.sync(() => void told.push(topics))))))
    const listeners = db.query("select pid from pg_stat_activity where application_name = 'two' and query like 'listen %'")
    yield* until(Effect.map(listeners, (rows) => rows.length === 1))
    yield* pass(3000)
    assert.deepStrictEqual(told[0], [...Topic.literals])
    const changed = (name: string) =>
      one.on(Effect.flatMap(Database, (own) => own.query("insert into unmatched (scope, kind, name, times, first_at, last_at) values ('warehouse:acc-1', 'sku', $1, 1, 0, 0)", [name])))
    const before = told.length
    yield* Effect.orDie(changed("A"))
    yield* until(Effect.sync(() => told.length > before))
    assert.deepStrictEqual(told.at(-1), ["names"])

    yield* db.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'two' and query like 'listen %'")
    const broken = told.length
    yield* until(Effect.sync(() => told.slice(broken).some((topics) => topics.length === Topic.literals.length)))
    yield* pass(2000)
    const again = told.length
    yield* Effect.orDie(changed("B"))
    yield* until(Effect.sync(() => told.slice(again).some((topics) => topics.length === 1 && topics[0] === "names")))
  }), { isIdle: true })

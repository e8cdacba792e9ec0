/**
 * The secret of a caller is changed while it calls, in each of the four protocols: no call is refused while both secrets are valid, and
 * nobody but an operator learns that a secret has ended.
 */
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as SecretRotation from "../../src/connection/SecretRotation.ts"
import { StoredConnections } from "../../src/connection/StoredConnections.ts"
import * as History from "../../src/store/History.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Live, live, soon } from "../support/Live.ts"
import * as TwoMerchants from "../support/TwoMerchants.ts"

type Callers = Effect.Success<ReturnType<typeof TwoMerchants.callersOf>>

/** A read of each protocol, and the link whose caller sends it. */
const protocols = [
  { protocol: "warehouse", scope: "warehouse:wA", read: ({ warehouse }: Callers) => warehouse["listWarehouses"]!({}) },
  { protocol: "gateway", scope: "warehouse:wA", read: ({ gateway }: Callers) => gateway["listWarehouses"]!({}) },
  { protocol: "platform", scope: "platform:pA:fake:1:OA", read: ({ platform }: Callers) => platform["listProducts"]!({ productIds: ["I-A"], limit: 10 }) },
  { protocol: "open-api", scope: "open-api:oA", read: ({ erp }: Callers) => erp["listMarketplaceWarehouses"]!({}) }
] as const

const overlap = 3_600_000
const newSecret = (protocol: string) => `another-secret-of-${protocol}-9876543210`
const thirdSecret = (protocol: string) => `the-third-secret-of-${protocol}-1357924680`

const scopeOf = (w: Live, protocol: string): string => w.composed.links.find(({ entrances }) => entrances.some((entrance) => entrance.protocol === protocol && entrance.id.endsWith("A")))!.scope

const rotate = (w: Live, protocol: string, secret: string, millis: number) =>
  Effect.flatMap(StoredConnections, (stored) => stored.changeCallerSecret({ scope: scopeOf(w, protocol), protocol, secretKey: Redacted.make(secret), overlap: millis, who: "ada" }))

const isServed = (work: Effect.Effect<unknown, unknown>) => Effect.map(Effect.result(work), ({ _tag }) => _tag === "Success")

const problemsOf = <A>(work: Effect.Effect<A, unknown, any>) =>
  Effect.map(Effect.flip(work as Effect.Effect<A, { readonly problems: ReadonlyArray<{ readonly path: string; readonly message: string }> }>), ({ problems }) => problems.map(({ message, path }) => `${path} ${message}`).join("\n"))

onBothDatabases("the secret of a caller", (fresh) => {
  const onRunner = (title: string, test: (w: Live, old: Callers, next: Callers, answers: Array<string>, again: <A, E>(test: (w: Live) => Effect.Effect<A, E, any>) => Effect.Effect<A, E, any>) => Effect.Effect<unknown, unknown, any>) =>
    it.live(title, () =>
      Effect.gen(function*() {
        const peers = TwoMerchants.world()
        TwoMerchants.fillBooks(peers)
        const database = yield* Effect.promise(fresh)
        const answers: Array<string> = []
        const run = (w: Live) =>
          Effect.gen(function*() {
            const old = yield* TwoMerchants.callersOf(w, "A", answers)
            const next = yield* TwoMerchants.callersOf(w, "A", answers, { secrets: newSecret })
            return yield* test(w, old, next, answers, (later) => live(database, peers.composition, later) as never)
          })
        yield* live(database, peers.composition, run as never)
      }) as never, 120_000)

  for (const { protocol, read } of protocols) {
    onRunner(`of ${protocol} is changed with both accepted, and the earlier one is refused once it is ended (M1)`, (w, old, next, answers) =>
      Effect.gen(function*() {
        const accepted = (callers: Callers) => isServed(read(callers))
        assert.deepStrictEqual([yield* accepted(old), yield* accepted(next)], [true, false])
        const told = () => answers.at(-1)!.replace(/"requestId":"[^"]+"/, "")
        const refusal = told()
        const changed = yield* rotate(w, protocol, newSecret(protocol), overlap)
        assert.deepStrictEqual([changed.protocol, changed.isDeclared, changed.endsAt - changed.startedAt], [protocol, true, overlap])
        assert.deepStrictEqual([yield* accepted(old), yield* accepted(next)], [true, true])
        const stored = yield* StoredConnections
        yield* stored.endEarlierSecret({ scope: scopeOf(w, protocol), protocol, who: "ada" })
        assert.deepStrictEqual([yield* accepted(old), yield* accepted(next)], [false, true])
        yield* read(old).pipe(Effect.ignore)
        assert.strictEqual(told(), refusal, "its sender is told what everybody with a wrong secret is told")
        const db = yield* Database
        yield* soon(Effect.map(db.one("select ended_used_by as who from secret_use where owner = $1", [`caller ${protocol} ${changed.id}`]), (row) => row?.["who"] === "127.0.0.1"))
        assert.include(w.lines.join("\n"), "an earlier secret that has ended")
        assert.notInclude(w.lines.join("\n"), newSecret(protocol))
        const lines = yield* db.query("select who, detail from history where subject = $1 order by id", [History.subjectOf(SecretRotation.audit)])
        assert.deepStrictEqual(lines.map(({ detail, who }) => `${who}: ${String(detail).replace(/ends at .*/, "ends")}`), [
          `ada: the secret of ${protocol} ${changed.id} was changed; the earlier one ends`,
          `ada: the earlier secret of ${protocol} ${changed.id} was ended before its time`
        ])
      }))
  }

  onRunner("is changed for all links and survives a restart with the composition of before, also after a second change (M1)", (w, old, next, _, again) =>
    Effect.gen(function*() {
      yield* rotate(w, "warehouse", newSecret("warehouse"), 0)
      yield* rotate(w, "warehouse", thirdSecret("warehouse"), overlap)
      yield* again((later) =>
        Effect.gen(function*() {
          yield* (yield* StoredConnections).load
          const of = (secrets?: (protocol: string) => string) => Effect.flatMap(TwoMerchants.callersOf(later, "A", [], secrets && { secrets }), (callers) => isServed(callers.warehouse["listWarehouses"]!({})))
          assert.deepStrictEqual([yield* of(), yield* of(newSecret), yield* of(thirdSecret)], [false, true, true])
        }))
    }))

  onRunner("is not changed to a weak one, the same one, or a third one while two are accepted (M1)", (w) =>
    Effect.gen(function*() {
      assert.include(yield* problemsOf(rotate(w, "warehouse", "aaaaaaaaaaaa", overlap)), "/secretKey the secret is easy to guess")
      assert.include(yield* problemsOf(rotate(w, "warehouse", TwoMerchants.secretOf("A", "warehouse"), overlap)), "has this secret already")
      yield* rotate(w, "warehouse", newSecret("warehouse"), overlap)
      assert.include(yield* problemsOf(rotate(w, "warehouse", thirdSecret("warehouse"), overlap)), "two secrets are accepted until")
      assert.include(yield* problemsOf(rotate(w, "open-api", "aaaabbbb", overlap)), "is easy to guess")
    }))

  onRunner("of each protocol is changed while its caller calls without a pause, and no call is refused (issue 25)", (w, old, next) =>
    Effect.gen(function*() {
      const counts = new Map<string, { served: number; refused: number; isChanged: boolean }>()
      const traffic = yield* Effect.forEach(protocols, ({ protocol, read }) => {
        const count = { served: 0, refused: 0, isChanged: false }
        counts.set(protocol, count)
        return Effect.forkScoped(Effect.forever(Effect.flatMap(Effect.suspend(() => isServed(read(count.isChanged ? next : old))), (ok) =>
          Effect.sync(() => void (ok ? count.served++ : count.refused++)))))
      })
      const moreOf = (protocol: string) => {
        const before = counts.get(protocol)!.served
        return soon(Effect.sync(() => counts.get(protocol)!.served >= before + 20))
      }
      for (const { protocol } of protocols) {
        yield* moreOf(protocol)
        yield* rotate(w, protocol, newSecret(protocol), overlap)
        yield* moreOf(protocol)
        counts.get(protocol)!.isChanged = true
        yield* moreOf(protocol)
        yield* (yield* StoredConnections).endEarlierSecret({ scope: scopeOf(w, protocol), protocol, who: "ada" })
        yield* moreOf(protocol)
      }
      yield* Fiber.interruptAll(traffic)
      assert.deepStrictEqual([...counts.values()].map(({ refused }) => refused), [0, 0, 0, 0])
      const db = yield* Database
      const now = yield* Clock.currentTimeMillis
      const uses = yield* db.query("select owner, used_by, used_at from secret_use order by owner")
      assert.isTrue(uses.every((row) => Math.abs(Number(row.used_at) - now) < 600_000))
    }))
})

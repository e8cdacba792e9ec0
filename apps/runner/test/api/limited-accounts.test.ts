/**
 * An account that is limited to the links of one merchant: every operation of the admin API, by real requests, shows and changes nothing
 * of another merchant who shares numbers, a warehouse, a platform and the books with him.
 */
import { access, Api } from "@crossdock/admin-api"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Two from "../support/LimitedAccounts.ts"
import * as Table from "../support/LimitedAccountsTable.ts"
import { callAt } from "../support/Live.ts"
import * as SharedShop from "../support/SharedShop.ts"
import { inWorldOn, type World } from "../support/World.ts"
import { listening, token } from "./AdminWorld.ts"

const endpoints = Object.fromEntries(Object.entries<{ readonly endpoints: Readonly<Record<string, { readonly method: string; readonly path: string }>> }>(Api.groups).flatMap(([group, one]) =>
  Object.entries(one.endpoints).map(([name, { method, path }]) => [`${group}.${name}`, { method, path }] as const)))

const scopes = Object.fromEntries(Object.entries(access).flatMap(([group, rows]) => Object.entries(rows).map(([name, { scope }]) => [`${group}.${name}`, scope] as const)))

describe("the table of operations for limited accounts (issue 27)", () => {
  it("has a row for each operation, and says which are refused", () => {
    assert.deepStrictEqual(Object.keys(Table.rows).toSorted(), Object.keys(scopes).toSorted())
    assert.deepStrictEqual(Object.keys(scopes).toSorted(), Object.keys(endpoints).toSorted())
    for (const [name, row] of Object.entries(Table.rows)) assert.strictEqual(row === "refused", scopes[name] === "all", name)
  })
})

/** A request under the names of a table, and what came back. */
const asking = (port: number, bearer: string) => (operation: string, { body, params = {}, query = {} }: Table.Asked) => {
  const { method, path } = endpoints[operation]!
  const place = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? "nothing"))
  const search = new URLSearchParams(query).toString()
  return Effect.map(
    callAt(port)({ method, path: `${place}${search === "" ? "" : `?${search}`}`, headers: { authorization: `Bearer ${bearer}` }, ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }) }),
    ({ status, text }) => `${status} ${text}`
  )
}

type Ask = ReturnType<typeof asking>

/** What no answer to A may have. */
const ofB = [Two.mark("B"), "warehouse:wB", "\"wB\"", "platform:pB", "\"pB\"", "B-ONLY", "B-HELD", "B-SO", "B-ASN", "TRACK-B", "\"OB\""]

const onlyA = [Two.linksOf("A").warehouse, Two.linksOf("A").shop]

onBothDatabases("an account limited to the links of one of two merchants (issue 27)", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shared = (title: string, links: ReadonlyArray<string>, test: (ask: Ask, all: Ask, w: World) => Effect.Effect<unknown, unknown, any>) => {
    const shops = SharedShop.shops()
    inWorld(title, Two.options(shops), (w) =>
      Effect.gen(function*() {
        for (const merchant of ["A", "B"] as const) yield* Two.stage(merchant)
        const { token: named } = yield* (yield* Accounts).addToken({ name: "clerk", role: "administrator", links })
        const port = yield* listening(w)
        yield* test(asking(port, named), asking(port, Redacted.value(token)), w)
      }))
  }

  shared("is answered as if the other had never been, and finds nothing of his by any name, id or cursor", onlyA, (ask, all) =>
    Effect.gen(function*() {
      const failed: Array<string> = []
      const expect = (isTrue: boolean, what: string) => isTrue ? undefined : void failed.push(what)
      const names = yield* Table.names
      const own: Array<readonly [what: string, operation: string, asked: Table.Asked, answer: string]> = []
      const before = yield* Two.storedOf("B")
      for (const [operation, row] of Object.entries(Table.rows)) {
        if (row === "refused") {
          const answer = yield* ask(operation, { body: { no: "such member" } })
          expect(answer.startsWith("403 ") && answer.includes("LIMITED_TO_LINKS"), `${operation} is not refused: ${answer.slice(0, 300)}`)
          continue
        }
        for (const [at, asked] of (row.own?.((name) => names[name].own) ?? []).entries()) {
          const answer = yield* ask(operation, asked)
          own.push([`${operation} ${at}`, operation, asked, answer])
          expect(!answer.startsWith("5") && !answer.includes("LIMITED_TO_LINKS") && (row.mayFail === true || answer.startsWith("20")), `${operation} ${at} fails: ${answer.slice(0, 300)}`)
          const shown = ofB.filter((word) => answer.includes(word))
          expect(shown.length === 0, `${operation} ${at} shows ${shown.join(", ")}: ${answer.slice(0, 3000)}`)
        }
        const nobodys = row.theirs?.((name) => names[name].nobodys) ?? []
        for (const [at, asked] of (row.theirs?.((name) => names[name].theirs) ?? []).entries()) {
          const [theirs, none] = [yield* ask(operation, asked), yield* ask(operation, nobodys[at]!)]
          const withoutNames = (text: string) => Object.values(names).reduce((left, one) => left.replaceAll(one.theirs, "?").replaceAll(one.nobodys, "?"), text)
          expect(withoutNames(theirs) === withoutNames(none), `${operation} ${at} is answered otherwise for a name of the other: ${theirs.slice(0, 400)} and not ${none.slice(0, 400)}`)
        }
        for (const asked of row.pages ?? []) {
          const page = yield* all(operation, { ...asked, query: { ...asked.query, limit: "1" } })
          const cursor = /"next":"([^"]+)"/.exec(page)?.[1]
          expect(cursor !== undefined, `${operation} has no second page for an account without a limit: ${page.slice(0, 300)}`)
          const answer = yield* ask(operation, { ...asked, query: { ...asked.query, after: cursor ?? "" } })
          const shown = ofB.filter((word) => answer.includes(word))
          expect(answer.startsWith("200 ") && shown.length === 0, `${operation} shows ${shown.join(", ")} by a cursor: ${answer.slice(0, 400)}`)
        }
      }
      assert.deepStrictEqual(failed, [])
      assert.deepStrictEqual(yield* Two.storedOf("B"), before)

      yield* Two.remove("B")
      for (const [what, operation, asked, answer] of own) {
        const alone = yield* ask(operation, asked)
        if (alone !== answer) failed.push(`${what} tells that the other is there: ${answer.slice(0, 4000)}\nand not ${alone.slice(0, 4000)}`)
      }
      assert.deepStrictEqual(failed, [])
    }))

  shared("changes nothing of the other, alone or for many at once, and counts nothing of his", onlyA, (ask, all) =>
    Effect.gen(function*() {
      const failed: Array<string> = []
      const names = yield* Table.names
      for (const [operation, row] of Object.entries(Table.rows)) {
        if (row === "refused") continue
        for (const [at, { counts, ...asked }] of (row.changes?.((name) => names[name]) ?? []).entries()) {
          const before = yield* Two.storedOf("B")
          const answer = yield* ask(operation, asked)
          const after = yield* Two.storedOf("B")
          try {
            assert.deepStrictEqual(after, before)
          } catch (error) {
            failed.push(`${operation} ${at} changes what the other has: ${String(error).slice(0, 1000)}`)
          }
          const shown = ofB.filter((word) => answer.includes(word))
          if (shown.length > 0) failed.push(`${operation} ${at} shows ${shown.join(", ")}: ${answer.slice(0, 400)}`)
          if (counts !== undefined && !answer.includes(counts)) failed.push(`${operation} ${at} does not answer ${counts}: ${answer.slice(0, 600)}`)
        }
      }
      assert.deepStrictEqual(failed, [])
      // The same requests reach the other's records for an account without a limit, so there was something to change.
      assert.include(yield* all("desk.holdAll", { body: { isAll: true, reason: "x" } }), "\"count\":4")
    }))

  shared("gives its goods no name of another's at a warehouse that both use", onlyA, (ask, all) =>
    Effect.gen(function*() {
      const set = (ours: string, theirs: string, kind = "sku") => ({ body: { link: "wA", kind, ours, theirs } })
      const table = ask("maps.list", { query: { link: "wA" } })
      const before = yield* table
      for (const theirs of ["B-SKU-1", "SKU-1", "a-SKU-1"]) {
        const refused = yield* ask("maps.set", set("NEW", theirs))
        assert.isTrue(refused.startsWith("400 ") && refused.includes("\"path\":\"/payload/theirs\""), refused)
        const imported = yield* ask("maps.import", { body: { link: "wA", csv: `kind,ours,theirs\nsku,OTHER,A-OTHER\nsku,NEW,${theirs}\n` } })
        assert.isTrue(imported.startsWith("400 ") && imported.includes("\"path\":\"/payload/csv\""), imported)
      }
      assert.strictEqual(yield* table, before, "nothing of a refused file is taken")
      assert.match(yield* ask("maps.set", set("NEW", "A-SKU-9")), /^200 /)
      assert.match(yield* ask("maps.set", set("Somewhere", "WH-9", "warehouse")), /^200 /, "places have no prefix")
      // What an account without a limit has given the link stays its own.
      assert.match(yield* all("maps.set", set("NEW", "SKU-77")), /^200 /)
      assert.match(yield* ask("maps.set", set("NEWER", "SKU-77")), /^200 /)
    }))

  shared("of a shop alone sees what warehouses have of its orders, unless others used the number there", [Two.linksOf("A").shop], (ask) =>
    Effect.gen(function*() {
      const db = yield* Database
      const part = (yield* db.one("select /* of a merchant */ p.number, p.record from desk_part p join entity o on o.id = p.entity where o.scope = $1 and o.number = '1001'", [Two.linksOf("A").shop]))!
      const shown = yield* ask("orders.show", { params: { number: "1001" } })
      assert.include(shown, `"link":"${Two.sharedLink}"`)
      assert.include(shown, `"scope":"${Two.sharedLink}","connection":"wh","number":"${part.number}"`)
      assert.include(yield* ask("orders.show", { params: { number: part.number }, query: { link: Two.sharedLink } }), "404")
      assert.notInclude(yield* ask("orders.list", { query: { limit: "200" } }), `"scope":"${Two.sharedLink}"`)
      for (const operation of ["deliveries.list", "calls.list", "intents.list", "links.list"]) assert.notInclude(yield* ask(operation, {}), `"${Two.sharedLink}"`, operation)

      yield* db.query(
        `insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
         select scope, kind, number, generation + 1, connection, number_sent, 1, 1, checked_at, created_at, updated_at from entity where id = $1`,
        [part.record]
      )
      assert.notInclude(yield* ask("orders.show", { params: { number: "1001" } }), `"scope":"${Two.sharedLink}","connection"`)
    }))

  shared("of a warehouse sees every order at it, and no order of the shops", [Two.sharedLink], (ask) =>
    Effect.gen(function*() {
      const orders = yield* ask("orders.list", { query: { limit: "200" } })
      for (const merchant of ["A", "B"] as const) {
        const { shop, warehouse } = Two.linksOf(merchant)
        assert.notInclude(orders, warehouse)
        assert.notInclude(orders, shop)
        const part = (yield* (yield* Database).one("select /* of a merchant */ p.number from desk_part p join entity o on o.id = p.entity where o.scope = $1 and o.number = '1001'", [shop]))!
        const order = yield* ask("orders.show", { params: { number: part.number } })
        assert.isTrue(order.startsWith("200 "), order)
        assert.notInclude(order, `"scope":"${shop}"`)
        assert.include(yield* ask("orders.show", { params: { number: "1001" }, query: { link: shop } }), "404")
      }
      assert.include(yield* ask("desk.list", {}), "\"items\":[]")
    }))
})

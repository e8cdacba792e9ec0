/**
 * The names of a link in pages, and what unmatched names may mean, also where there are many thousands (issue 27).
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Mapping } from "../../src/mapping/NameMapping.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

/** Asks for all pages of a list. */
const pages = <A, E, R>(ask: (after: { readonly after?: string }) => Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly next?: string }, E, R>) =>
  Effect.gen(function*() {
    const found: Array<ReadonlyArray<A>> = []
    let after: string | undefined
    do {
      const { items, next }: { readonly items: ReadonlyArray<A>; readonly next?: string } = yield* ask(after === undefined ? {} : { after })
      found.push(items)
      after = next
    } while (after !== undefined)
    return found
  })

onBothDatabases("names in pages", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("the rows of a link are listed a page at a time, kind after kind, and by a part of either name (issue 27)", {}, (w) =>
    Effect.gen(function*() {
      const mapping = yield* Mapping
      const put = (kind: "channel" | "sku" | "warehouse", ...rows: ReadonlyArray<readonly [ours: string, theirs: string]>) =>
        mapping.set(w.link.scope, kind, rows.map(([ours, theirs]) => ({ ours, theirs, source: "file" })))
      yield* put("sku", ["CUP", "4711"], ["MUG-BLUE", "4712"], ["MUG-RED", "4713"], ["PLATE_1", "mug"])
      yield* put("warehouse", ["MAIN", "WH-1"], ["SOUTH", "WH-2"])
      yield* put("channel", ["DHL", "STD"])
      const client = yield* AdminWorld.client(w)
      const list = (query: Parameters<typeof client.maps.list>[0]["query"]) =>
        Effect.map(pages((after) => client.maps.list({ query: { ...query, ...after } })), (found) => found.map((items) => items.map(({ kind, ours }) => `${kind} ${ours}`)))
      assert.deepStrictEqual(yield* list({ limit: 2 }), [["warehouse MAIN", "warehouse SOUTH"], ["channel DHL", "sku CUP"], ["sku MUG-BLUE", "sku MUG-RED"], ["sku PLATE_1"]])
      assert.deepStrictEqual(yield* list({ kind: "sku", limit: 3 }), [["sku CUP", "sku MUG-BLUE", "sku MUG-RED"], ["sku PLATE_1"]])
      assert.deepStrictEqual(yield* list({ q: " Mug ", limit: 2 }), [["sku MUG-BLUE", "sku MUG-RED"], ["sku PLATE_1"]])
      assert.deepStrictEqual(yield* list({ q: "E_1" }), [["sku PLATE_1"]])
      assert.deepStrictEqual(yield* list({ q: "%" }), [[]])
      assert.deepInclude(yield* Effect.flip(client.maps.list({ query: { after: "WyJza3UiXQ" } })), { _tag: "Invalid", path: "/query/after" })
    }))

  inWorld("unmatched names are listed a page at a time, those that were used last first, and link after link (issue 27)", { links: [{ id: "acc-1", prefix: "A-" }, { id: "acc-2", prefix: "B-" }] }, (w) =>
    Effect.gen(function*() {
      const mapping = yield* Mapping
      yield* mapping.set("warehouse:acc-1", "sku", [{ ours: "MUG", theirs: "THEIR-MUG-BLUE", source: "file" }])
      // All in one moment, so their kinds and names decide.
      yield* mapping.queue("warehouse:acc-1", "sku", "erp", ["MUG-BLUE", "CUP"])
      yield* mapping.queue("warehouse:acc-1", "channel", "erp", ["DHL"])
      yield* mapping.queue("warehouse:acc-2", "sku", "warehouse", ["THEIRS"])
      const client = yield* AdminWorld.client(w)
      const list = (query: Parameters<typeof client.maps.unmatched>[0]["query"]) =>
        Effect.map(pages((after) => client.maps.unmatched({ query: { ...query, ...after } })), (found) =>
          found.map((items) => items.map(({ kind, link, name, suggestions }) => `${link} ${kind} ${name}${suggestions.map(({ theirs }) => ` ${theirs}`).join("")}`)))
      assert.deepStrictEqual(yield* list({ limit: 2 }), [
        ["warehouse:acc-1 channel DHL", "warehouse:acc-1 sku CUP"],
        ["warehouse:acc-1 sku MUG-BLUE THEIR-MUG-BLUE", "warehouse:acc-2 sku THEIRS"]
      ])
      assert.deepStrictEqual(yield* list({ link: "acc-2", limit: 1 }), [["warehouse:acc-2 sku THEIRS"]])
      // What the link has been given meanwhile is suggested at once.
      yield* mapping.set("warehouse:acc-1", "sku", [{ ours: "OTHER", theirs: "CUPS", source: "person" }])
      assert.deepStrictEqual((yield* list({ link: "acc-1" }))[0]?.slice(1), ["warehouse:acc-1 sku CUP CUPS", "warehouse:acc-1 sku MUG-BLUE THEIR-MUG-BLUE"])
    }))
})

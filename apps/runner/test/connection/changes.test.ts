/**
 * What an operator changes at one node counts on all of them within two seconds.
 */
import { assert } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { describe } from "vitest"
import { Connections } from "../../src/connection/Connections.ts"
import { StoredConnections } from "../../src/connection/StoredConnections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Mapping } from "../../src/mapping/NameMapping.ts"
import { type Node, withNodes } from "../support/Nodes.ts"
import { order } from "../support/Orders.ts"
import { until } from "../support/World.ts"

const withinSeconds = <E, R>(holds: Effect.Effect<boolean, E, R>) => until(holds, 2000)

const stored = Effect.map(Effect.serviceOption(StoredConnections), Option.getOrThrow)
const connections = Effect.flatMap(Connections, (all) => Effect.sync(() => all))
const skuAt = (node: Node, ours: string) => node.on(Effect.flatMap(Mapping, (mapping) => mapping.toPeer(node.link, "sku", ours)))

const second = { id: "wh-2", plugin: "warehouse-fake", settings: {} } as const
const link = { erp: "books", peer: "wh-2", protocol: "warehouse", id: "acc-2", secretKey: "secret-key-2" } as const

/** A vendor whose connection tells with which secret it was opened. */
const secretive = (opened: Array<string>) =>
  WarehouseV1.plugin({
    id: "secretive",
    settings: Schema.Struct({ secret: Schema.String }),
    limits: { linesPerOrder: 1, ordersPerQuery: 1 },
    offers: ["listWarehouses"],
    make: ({ secret }) =>
      Effect.sync(() => {
        opened.push(secret)
        return {
          handlers: {
            createOutboundOrder: () => Effect.die("not asked for"),
            cancelOutboundOrder: () => Effect.die("not asked for"),
            getOutboundOrders: () => Effect.succeed({ items: [] }),
            listWarehouses: () => Effect.succeed({ items: [{ code: secret, name: secret }] })
          }
        }
      })
  })

describe("what an operator changes at another node (PostgreSQL)", () => {
  withNodes("a pause counts within two seconds, and so does the resume", ({ join }) =>
    Effect.gen(function*() {
      const [a, b] = [yield* join("a"), yield* join("b")]
      const onB = yield* b.on(connections)
      yield* a.on(Effect.flatMap(connections, (onA) => onA.pause("wh", "a test")))
      yield* withinSeconds(Effect.sync(() => onB.pausedOf("wh")?.because === "a test"))
      yield* a.on(Effect.flatMap(connections, (onA) => onA.resume("wh")))
      yield* withinSeconds(Effect.sync(() => onB.pausedOf("wh") === undefined))
    }))

  withNodes("a row of the mapping counts within two seconds, and is gone within two seconds", ({ join }) =>
    Effect.gen(function*() {
      const [a, b] = [yield* join("a"), yield* join("b")]
      assert.deepStrictEqual([yield* skuAt(a, "E-1"), yield* skuAt(b, "E-1")], ["E-1", "E-1"])
      yield* a.on(Effect.flatMap(Mapping, (mapping) => mapping.set(a.link.scope, "sku", [{ ours: "E-1", theirs: "W-1", source: "person" }])))
      yield* withinSeconds(Effect.map(skuAt(b, "E-1"), (sku) => sku === "W-1"))
      yield* b.on(Effect.flatMap(Mapping, (mapping) => mapping.remove(b.link.scope, "sku", "E-1")))
      yield* withinSeconds(Effect.map(skuAt(a, "E-1"), (sku) => sku === "E-1"))
    }))

  withNodes("a connection and a link that are made take calls within two seconds, and none once they are removed", ({ join }) =>
    Effect.gen(function*() {
      const [a, b] = [yield* join("a"), yield* join("b")]
      const onB = yield* b.on(connections)
      yield* a.on(Effect.flatMap(stored, (all) => all.add(second)))
      yield* a.on(Effect.flatMap(stored, (all) => all.addLink(link)))
      yield* withinSeconds(Effect.sync(() => onB.linkOf("warehouse:acc-2") !== undefined))
      const made = yield* b.on(Effect.flatMap(Dispatch, (dispatch) =>
        dispatch.call(onB.linkOf("warehouse:acc-2")!, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))
      assert.strictEqual(made.warehouseOrderNumber, "W-1")
      yield* a.on(Effect.flatMap(stored, (all) => all.removeLink("warehouse:acc-2")))
      yield* withinSeconds(Effect.sync(() => onB.linkOf("warehouse:acc-2") === undefined))
      assert.isDefined(onB.get("wh-2"))
      // Removed where it was not made.
      yield* a.on(Effect.flatMap(stored, (all) => all.addLink({ ...link, secretKey: "secret-key-3" })))
      yield* withinSeconds(Effect.sync(() => onB.linkOf("warehouse:acc-2") !== undefined))
      yield* b.on(Effect.flatMap(stored, (all) => all.remove("wh-2")))
      const onA = yield* a.on(connections)
      yield* withinSeconds(Effect.sync(() => onA.get("wh-2") === undefined && onA.linkOf("warehouse:acc-2") === undefined))
      assert.isDefined(onA.get("wh"))
    }))

  withNodes("a rotated secret is the one that is used within two seconds, and what is as it was stays open", ({ join }) =>
    Effect.gen(function*() {
      const opened: Array<string> = []
      const options = { plugins: [secretive(opened)] }
      const [a, b] = [yield* join("a", options), yield* join("b", options)]
      const onB = yield* b.on(connections)
      const secretAtB = Effect.map(Effect.suspend(() => onB.invoke("s", WarehouseV1.ListWarehouses, {})), ({ items: [one] }) => one?.code)
      yield* a.on(Effect.flatMap(stored, (all) => all.add({ id: "s", plugin: "secretive", callsPerSecond: 1000, settings: { secret: "old" } })))
      yield* a.on(Effect.flatMap(stored, (all) => all.add({ id: "other", plugin: "secretive", settings: { secret: "other" } })))
      yield* withinSeconds(Effect.sync(() => onB.get("s") !== undefined && onB.get("other") !== undefined))
      const other = onB.get("other")
      assert.strictEqual(yield* secretAtB, "old")
      yield* a.on(Effect.flatMap(stored, (all) => all.rotate("s", { secret: "new" })))
      yield* withinSeconds(Effect.map(secretAtB, (secret) => secret === "new"))
      assert.strictEqual(onB.get("other"), other)
      assert.deepStrictEqual(opened, ["old", "new"])
    }))

  withNodes("the secret of a caller that another node has changed a moment before is neither lost nor changed a third time (M1)", ({ join }) =>
    Effect.gen(function*() {
      const [a, b] = [yield* join("a", { isIdle: true }), yield* join("b", { isIdle: true })]
      const changed = (node: Node, secret: string) =>
        node.on(Effect.flatMap(stored, (all) => Effect.result(all.changeCallerSecret({ scope: node.link.scope, secretKey: Redacted.make(secret), overlap: 3_600_000, who: "ada" }))))
      const present = (node: Node) => node.on(Effect.map(connections, (all) => Redacted.value(all.linkOf(node.link.scope)!.entrances[0]!.secretKey)))
      const [first, second, third] = ["the-first-new-secret-7531", "the-second-new-secret-8642", "the-third-new-secret-9753"] as const
      assert.strictEqual((yield* changed(a, first))._tag, "Success")
      assert.strictEqual((yield* changed(b, second))._tag, "Failure")
      assert.strictEqual(yield* present(b), first)
      yield* b.on(Effect.flatMap(stored, (all) => all.endEarlierSecret({ scope: b.link.scope, who: "ada" })))
      const both = yield* Effect.all([changed(a, second), changed(b, third)], { concurrency: "unbounded" })
      assert.deepStrictEqual(both.map(({ _tag }) => _tag).toSorted(), ["Failure", "Success"])
      yield* Effect.forEach([a, b], (node) => node.on(Effect.flatMap(stored, (all) => all.load)))
      const won = both[0]._tag === "Success" ? second : third
      assert.deepStrictEqual([yield* present(a), yield* present(b)], [won, won])
    }))
})

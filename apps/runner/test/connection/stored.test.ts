import { assert, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { Connections } from "../../src/connection/Connections.ts"
import { StoredConnections } from "../../src/connection/StoredConnections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { world } from "../support/World.ts"

const stored = Effect.map(Effect.serviceOption(StoredConnections), Option.getOrThrow)
const second = { id: "wh-2", plugin: "warehouse-fake", settings: {} } as const
const link = { erp: "books", peer: "wh-2", protocol: "warehouse", id: "acc-2", secretKey: "a-key-nobody-sees" } as const

onBothDatabases("stored connections", (fresh) => {
  it.effect("work at once, survive a start, and are gone when removed", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          yield* (yield* stored).add(second)
          const made = yield* (yield* stored).addLink(link)
          const answer = yield* (yield* Dispatch).call(made, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")
          assert.strictEqual(answer.warehouseOrderNumber, "W-1")
          const rows = yield* (yield* Database).query("select body_sealed from link")
          assert.notInclude(JSON.stringify(rows), "a-key-nobody-sees")
        }))
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* (yield* stored).load, [])
          const connections = yield* Connections
          const back = connections.linkOf("warehouse:acc-2")
          assert.strictEqual(back?.peer, "wh-2")
          const met = yield* (yield* Dispatch).call(back!, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")
          assert.strictEqual(met.warehouseOrderNumber, "W-1")
          yield* (yield* stored).remove("wh-2")
          assert.isUndefined(connections.linkOf("warehouse:acc-2"))
          assert.isUndefined(connections.get("wh-2"))
        }))
      yield* world(database, { peers }, () => Effect.flatMap(stored, (all) => all.load))
    }))

  it.effect("go on with a short secret that an earlier release took, while a new link needs a longer one", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          yield* (yield* stored).add(second)
          yield* (yield* stored).addLink(link)
          assert.isTrue(Exit.isFailure(yield* Effect.exit((yield* stored).addLink({ ...link, id: "acc-3", secretKey: "short" }))))
          const body = (yield* Vault).seal("link warehouse:acc-2", JSON.stringify({ ...link, secretKey: "short" }))
          yield* (yield* Database).query("update link set body_sealed = $1", [body])
        }))
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* (yield* stored).load, [])
          assert.strictEqual((yield* Connections).linkOf("warehouse:acc-2")?.peer, "wh-2")
        }))
    }))

  it.effect("go on with the names that an earlier release stored: door, also and copies (0058)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const { protocol, ...rest } = link
      const further = { id: "acc-9", secretKey: "a-key-of-another" }
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          yield* (yield* stored).add(second)
          yield* (yield* stored).addLink(link)
          const body = (yield* Vault).seal("link warehouse:acc-2", JSON.stringify({ ...rest, door: protocol, copies: [], also: [{ ...further, door: protocol }] }))
          yield* (yield* Database).query("update link set body_sealed = $1", [body])
        }))
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* (yield* stored).load, [])
          const back = (yield* Connections).linkOf("warehouse:acc-2")
          assert.deepStrictEqual(back?.entrances.map((each) => [each.protocol, each.id]), [["warehouse", "acc-2"], ["warehouse", "acc-9"]])
        }))
    }))

  it.effect("lose a link and stay, also after a start", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          const all = yield* stored
          yield* all.add(second)
          yield* all.addLink(link)
          yield* all.removeLink("warehouse:acc-2")
          const connections = yield* Connections
          assert.isUndefined(connections.linkOf("warehouse:acc-2"))
          assert.isDefined(connections.get("wh-2"))
          const unknown = yield* Effect.flip(all.removeLink("warehouse:acc-2"))
          assert.include(JSON.stringify(unknown), "there is no link")
          const declared = yield* Effect.flip(all.removeLink("warehouse:acc-1"))
          assert.include(JSON.stringify(declared), "declared in the composition")
          yield* all.addLink({ ...link, prefix: "B-" })
          yield* all.removeLink("warehouse:acc-2")
        }))
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* (yield* stored).load, [])
          const connections = yield* Connections
          assert.isUndefined(connections.linkOf("warehouse:acc-2"))
          assert.isDefined(connections.get("wh-2"))
        }))
    }))

  it.effect("are refused with all reasons, and change nothing", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, {}, () =>
        Effect.gen(function*() {
          const all = yield* stored
          const twice = yield* Effect.flip(all.add({ ...second, id: "wh" }))
          assert.deepStrictEqual(twice._tag === "NotTaken" && twice.problems.map(({ path }) => path), ["/id"])
          const unknown = yield* Effect.flip(all.add({ ...second, plugin: "nobody" }))
          assert.include(JSON.stringify(unknown), "no plugin of this id")
          const shared = yield* Effect.flip(all.addLink({ ...link, peer: "wh" }))
          assert.include(JSON.stringify(shared), "prefix")
          const declared = yield* Effect.flip(all.remove("wh"))
          assert.include(JSON.stringify(declared), "declared")
          assert.lengthOf((yield* Connections).all, 2)
        }))))
})

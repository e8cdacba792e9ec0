/**
 * The whole way on real sockets: an ERP calls, the warehouse ships, the callback comes back signed.
 */
import { assert, it } from "@effect/vitest"
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import * as Effect from "effect/Effect"
import * as Sandbox from "../../src/Sandbox.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import * as PlatformJobs from "../../src/contracts/platform/Jobs.ts"
import * as WarehouseJobs from "../../src/contracts/warehouse/Jobs.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { Database } from "../../src/store/Database.ts"
import { envelope, live, sign, soon } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"
import * as Shop from "../support/Shop.ts"
import { orderContent } from "../support/Wire.ts"

const stored = (scope: string, phase: string) => Effect.map(Books.outbound(scope), (row) => row?.phase === phase)

onBothDatabases("the loop", (fresh) => {
  for (const [callbacks, received, arrives] of [["callback-key", "callback-key", true], ["callback-key", "secret-key-1", false]] as const) {
    it.live(`callbacks are signed with the ERP connection's own key; a receiver that expects ${arrives ? "it" : "the operations' key"} ${arrives ? "takes" : "refuses"} them (D1-363)`, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        const warehouse = Peers.warehouse()
        const composition = (port: number) =>
          defineRunner<ReadonlyArray<AnyPlugin>>({
            plugins: [warehouse.plugin, erpOpenApi],
            connections: [
              {
                id: "books",
                plugin: "erp-open-api",
                settings: { baseUrl: `http://127.0.0.1:${port}`, accessId: "w-1", secretKey: callbacks, warehouseExtraType: "one" }
              },
              { id: "wh", plugin: "warehouse-fake", pollInterval: "100 millis", settings: {} }
            ],
            links: [{ erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" }],
            receivers: [{ extraType: "one", accessId: "w-1", secretKey: received }],
            // An attempt that a busy machine does not answer in time is made again soon.
            delivery: { schedule: Array.from({ length: 13 }, () => "1 second" as const) }
          })
        yield* live(database, composition, (w) =>
          Effect.gen(function*() {
            assert.strictEqual((yield* w.call({ body: envelope("createOrder", orderContent("SO-1")) })).body.success, true)
            Object.assign(warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
            // Polled only once it is shipped, so that there is one delivery and not two of which the second replaces the first.
            yield* Effect.forkScoped(Jobs.run(WarehouseJobs.polls))
            if (arrives) {
              yield* soon(stored("receiver:one:w-1", "shipped"))
              const [delivery] = yield* Books.deliveries
              yield* soon(Effect.map(Books.deliveries, ([row]) => row?.state === "Delivered"))
              assert.notInclude((yield* Books.attempts(delivery!.id)).map(({ outcome }) => outcome), "CredentialRejected")
            } else {
              yield* soon(Effect.sync(() => w.lines.some((line) => line.includes("connection paused"))))
              yield* soon(Effect.map(Books.deliveries, ([row]) => row?.state === "Pending"))
              const [delivery] = yield* Books.deliveries
              const others = (yield* Books.attempts(delivery!.id)).filter(({ outcome }) => outcome !== "CredentialRejected")
              assert.strictEqual(delivery!.attempt, others.length, "a refused credential is no attempt")
              assert.isUndefined(yield* Books.outbound("receiver:one:w-1"))
            }
          }))
      }))
  }

  it.live("in the sandbox an order of the shop comes back to the runner in the place of the ERP, which owes nothing then (P-002 A098)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const composition = (port: number) =>
        Sandbox.composition({ credentials: Sandbox.wellKnown, erpUrl: new URL(`http://127.0.0.1:${port}`) })
      yield* live(database, composition, (w) =>
        Effect.gen(function*() {
          yield* Shop.place({ onlineOrderId: "P-1", buyer: "Ada" })
          yield* Effect.forkScoped(Jobs.run(PlatformJobs.jobs))
          const received = Effect.map(
            Effect.flatMap(Database, (db) => db.query("select number, peer_status from entity where scope = 'receiver:sandbox:sandbox'")),
            (rows) => rows.map((row) => [row["number"], row["peer_status"]])
          )
          yield* soon(Effect.map(received, (rows) => rows.some(([number]) => number === "P-1")))
          yield* soon(Effect.map(Books.deliveries, (rows) => rows.length > 0 && rows.every(({ state }) => state === "Delivered")))
          assert.lengthOf((yield* received).filter(([number]) => number === "P-1"), 1)
          const owed = yield* Effect.flatMap(Database, (db) => db.query("select id from delivery where scope like 'receiver:%'"))
          assert.deepStrictEqual(owed, [])
          const content = JSON.stringify({ platform: "sandbox", shopId: 1 })
          const pushed = (sign: string, text = content) =>
            w.call({
              path: "/extApi/platform/pushOrder",
              headers: { "content-type": "application/x-www-form-urlencoded" },
              body: new URLSearchParams({ accessId: "sandbox", method: "pushOrder", content: text, sign }).toString()
            })
          const refusals = [
            yield* pushed("0".repeat(40)),
            yield* pushed(sign("sandbox", content, "sandbox-secret")),
            yield* Effect.suspend(() => {
              const other = JSON.stringify({ platform: "sandbox", shopId: 2 })
              return pushed(sign("sandbox", other, "sandbox-secret"), other)
            })
          ].map(({ body }) => [body.success, String(body.message).split(":")[0]])
          assert.deepStrictEqual(refusals, [[false, "SIGNATURE_INVALID"], [false, "MEMBER_MISSING"], [false, "SHOP_UNKNOWN"]])
        }))
    }))

  it.live("in the sandbox the callbacks are signed with the key of the operations (D1-363)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const composition = (port: number) =>
        Sandbox.composition({ credentials: Sandbox.wellKnown, erpUrl: new URL(`http://127.0.0.1:${port}`) })
      yield* live(database, composition, (w) =>
        Effect.gen(function*() {
          yield* Effect.forkScoped(Jobs.run(WarehouseJobs.polls))
          const content = orderContent("SO-1", {
            warehouseCode: "SBX-1",
            logisticsCode: "SBX-STD",
            skuList: [{ sku: "SKU-1001", erpSku: "E-1", name: "Thing", quantity: 1, amount: 10 }]
          })
          const answer = yield* w.call({ body: envelope("createOrder", content, { accessId: "sandbox", secretKey: "sandbox-secret" }) })
          assert.deepInclude(answer.body, { success: true })
          yield* soon(stored("receiver:sandbox:sandbox", "shipped"))
          const [tracking] = yield* Books.parcels("receiver:sandbox:sandbox")
          assert.isString(tracking)
        }))
    }))
})

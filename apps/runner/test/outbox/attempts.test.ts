/**
 * What counts as an attempt of a peer, and what a person is told of one that failed because of the plugin or of the stored message.
 */
import { assert, it } from "@effect/vitest"
import { ErpV1, OutboundOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import { Outbox } from "../../src/outbox/Outbox.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Peers from "../support/Peers.ts"
import { type Options, pass, until, type World, world } from "../support/World.ts"

const secret = "a-secret-of-the-erp"

/** The ERP in memory, with a secret among its settings. */
const withSecret = () => {
  const erp = Peers.erp()
  const settings = Schema.Struct({
    apiKey: Schema.RedactedFromValue(Schema.String, { label: "apiKey" }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(secret)))
  })
  return { ...erp, plugin: { ...erp.plugin, settings } as unknown as typeof erp.plugin }
}

onBothDatabases("an attempt to deliver a message", (fresh) => {
  const inWorld = (title: string, test: (w: World, lines: ReadonlyArray<string>) => Effect.Effect<unknown, unknown, any>, options: Options = {}) =>
    it.effect(title, () => {
      const lines: Array<string> = []
      return Effect.flatMap(Effect.promise(fresh), (database) => world(database, options, (w) => test(w, lines) as never)).pipe(
        Effect.provide(Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))]))
      )
    })

  /** Owes the ERP the phase of an order. */
  const owe = (more: object = { warehouseCode: "WH-1" }) =>
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const db = yield* Database
      return yield* db.transaction(outbox.put({
        connection: "books",
        scope: "warehouse:acc-1",
        entity: "outbound:SO-1",
        operation: ErpV1.ReceiveOutboundStatus,
        payload: { orderNumber: OutboundOrder.OrderNumber.make("SO-1"), phase: "shipped", status: "shipped", trackingNumber: "T-1", ...more },
        isState: false
      }))
    })
  const row = Effect.flatMap(Database, (db) => Effect.map(db.one("select * from delivery"), (found) => found!))
  const isIn = (state: string) => until(Effect.map(row, (found) => found["state"] === state))
  const attempts = Effect.flatMap(Database, (db) => db.query("select number, outcome, detail from attempt order by at"))

  inWorld("that ends in an error which the plugin does not declare is logged with its stack and without a secret, and made again", (w, lines) =>
    Effect.gen(function*() {
      w.erp.plan({ dies: `cannot read x of ${secret}` })
      yield* owe()
      yield* isIn("Delivered")
      assert.deepStrictEqual((yield* attempts).map(({ outcome }) => outcome), ["defect", "delivered"])
      const [line, ...others] = lines.filter((each) => each.includes("error that it does not declare"))
      assert.lengthOf(others, 0)
      assert.match(line ?? "", /cannot read x of <redacted:apiKey>.*at .*Peers\.ts/)
      assert.notInclude(lines.join(), secret)
    }), { peers: { warehouse: Peers.warehouse(), erp: withSecret() } })

  inWorld("is not counted when the database fails before anything is sent", () =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* db.query("alter table entity rename to away")
      // A message without its warehouse is completed from the order before it is sent.
      yield* owe({})
      yield* pass(20_000, 500)
      assert.deepInclude(yield* row, { state: "Pending", attempt: 0 })
      yield* db.query("alter table away rename to entity")
      yield* until(Effect.map(attempts, (made) => made.length > 0))
      assert.strictEqual((yield* attempts)[0]?.["number"], 1)
    }), { delivery: { schedule: ["1 second"] } })

  inWorld("of a message that this release cannot read says whether its key or its content is wrong", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const vault = yield* Vault
      const causeOf = (sealed: (id: string) => string) =>
        Effect.gen(function*() {
          yield* db.query("delete from delivery_content")
          yield* db.query("delete from delivery")
          // Nothing sends the delivery before its content is changed.
          yield* db.transaction(Effect.flatMap(owe(), (id) => db.query("update delivery_content set payload_sealed = $1", [sealed(id)])))
          yield* isIn("Dead")
          return String((yield* row)["cause"])
        })
      assert.match(yield* causeOf((id) => vault.seal(`delivery ${id} payload`, "{\"orderNumber\":7}")), /was decrypted, but is no valid message/)
      assert.match(yield* causeOf(() => vault.seal("another place", "{}")), /cannot be decrypted with this CROSSDOCK_SECRET_KEY/)
    }))

  inWorld("whose plugin cannot be interrupted ends at its limit, is logged as going on, and holds up nothing", (w, lines) =>
    Effect.gen(function*() {
      w.erp.plan("stuck")
      yield* owe()
      yield* until(Effect.map(attempts, (made) => made.length > 0), 20_000)
      assert.deepInclude((yield* attempts)[0]!, { outcome: "TransportFailed" })
      yield* isIn("Delivered")
      assert.lengthOf(lines.filter((each) => each.includes("does not stop a call whose time is over")), 1)
    }))
})

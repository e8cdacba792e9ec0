/**
 * What the database file holds of persons and secrets: nothing that can be read without the key.
 */
import { assert, it } from "@effect/vitest"
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { during, nothingOwed, pass, type World, world } from "../support/World.ts"

/** Of a person or a link; each stands nowhere else. */
const planted = {
  name: "Planted-Name-7f3a",
  phone: "+65 5550 7f3b",
  email: "planted-7f3c@example.invalid",
  address1: "Planted Street 7f3d",
  address2: "Planted Floor 7f3e",
  postalCode: "PC-7f3f",
  label: Buffer.from("%PDF-1.4 planted 7f40").toString("base64"),
  secretKey: "planted-secret-7f41",
  vaultKey: "planted-vault-key-7f42"
}

const personal = (number: string): OutboundOrder.OutboundOrder => ({
  ...order(number),
  packageType: "OWN_PACKAGE",
  trackingNumber: `T-${number}`,
  documents: [{ kind: "label", format: "PDF", source: { _tag: "Content", base64: Redacted.make(planted.label) } }],
  receiver: {
    ...order(number).receiver,
    name: Redacted.make(planted.name),
    phone: Redacted.make(planted.phone),
    email: Redacted.make(planted.email),
    address1: Redacted.make(planted.address1),
    address2: Redacted.make(planted.address2),
    postalCode: Redacted.make(planted.postalCode)
  }
})

const create = (w: World, asked: OutboundOrder.OutboundOrder) =>
  Effect.gen(function*() {
    const dispatch = yield* Dispatch
    return yield* dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, asked, `{"exact": "${Object.values(planted).join(" ")}"}`)
  })

/** Everything an order may go through. */
const journey = (w: World) =>
  Effect.gen(function*() {
    const quoted = `no parcel for ${planted.name}, ${planted.phone}, ${planted.address1}`
    yield* create(w, personal("SO-1"))
    yield* Effect.exit(create(w, { ...personal("SO-1"), shopName: "Other" }))
    w.warehouse.plan("createOutboundOrder", { message: quoted })
    const refusal = yield* Effect.flip(create(w, personal("SO-2")))
    assert.notInclude(refusal.message, planted.name)
    w.warehouse.plan("createOutboundOrder", "lose-answer")
    yield* during(create(w, personal("SO-3")))
    w.warehouse.plan("createOutboundOrder", { dies: quoted })
    yield* during(create(w, personal("SO-4")))
    const dispatch = yield* Dispatch
    yield* dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: OutboundOrder.OrderNumber.make("SO-3") }, "")
    Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
    const events = yield* Events
    const receiver = { scope: "receiver:r:acc-1", who: "peer", raw: `{"note": "${planted.name}"}` } as const
    yield* events.outbound(receiver, { orderNumber: OutboundOrder.OrderNumber.make("SO-9"), phase: "open", status: "NEW" })
    yield* pass(30_000, 1000)
    yield* nothingOwed
  })

const everyText = Effect.gen(function*() {
  const db = yield* Database
  const tables = yield* db.query(
    db.dialect === "sqlite"
      ? "select name from sqlite_master where type = 'table'"
      : "select table_name as name from information_schema.tables where table_schema = 'public'"
  )
  const rows = yield* Effect.forEach(tables, ({ name }) => db.query(`select * from ${name}`))
  assert.isAbove(rows.flat().length, 20)
  return JSON.stringify(rows)
})

const found = (text: string) => Object.entries(planted).flatMap(([name, value]) => (text.includes(value) ? [name] : []))

onBothDatabases("what is stored and logged", (fresh) => {
  it.effect("holds nothing of a person and no secret in the clear", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const lines: Array<string> = []
      const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
      const options = { links: [{ secretKey: planted.secretKey, warehouseSecret: planted.secretKey }], vaultKey: planted.vaultKey }
      yield* world(database, options, (w) =>
        Effect.gen(function*() {
          yield* journey(w)
          assert.deepStrictEqual(found(yield* everyText), [])
        })).pipe(Effect.provide(Logger.layer([logger])))
      assert.isAbove(lines.length, 0)
      assert.deepStrictEqual(found(lines.join("\n")), [])
      if ("filename" in database) {
        const folder = dirname(database.filename)
        const bytes = readdirSync(folder).map((file) => readFileSync(join(folder, file)))
        assert.isAbove(Buffer.concat(bytes).length, 10_000)
        for (const [name, value] of Object.entries(planted)) {
          for (const text of [value, Buffer.from(value).toString("base64").slice(0, -4)]) {
            assert.isFalse(bytes.some((one) => one.includes(text)), name)
          }
        }
      }
    }))
})

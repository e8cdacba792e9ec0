/**
 * A database of a release that stored one phase for each order of a shop that had ended.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import { world } from "../support/World.ts"

const statuses = [
  ["COMPLETED", "finished"],
  ["delivered", "finished"],
  ["已完成", "finished"],
  ["Cancelled", "cancelled"],
  ["ORDER_CANCELED", "cancelled"],
  ["REFUNDED", "closed"],
  ["CANCEL_REFUSED", "closed"]
] as const

const columns = "scope, kind, number, generation, connection, number_sent, is_open, checked_at, created_at, updated_at, phase, peer_status"
const row = (kind: string, number: string) =>
  `insert into entity (${columns}) values ('platform:acc-9:fake:1', '${kind}', '${number}', 1, 'shop', '${number}', 0, 0, 0, 0, 'closed', '${number}')`

onBothDatabases("orders that an earlier release stored as closed", (fresh) => {
  it.effect("have the end that their status tells after a start, and other records keep their phase", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const asBefore = [...statuses.map(([status]) => row("platform_order", status)), row("inbound", "COMPLETED")]
      yield* Effect.promise(() => EarlierDatabase.fill(database, Migrations.names.indexOf("0041_order_ends"), asBefore))
      yield* world(database, { isIdle: true }, () =>
        Effect.gen(function*() {
          const found = yield* (yield* Database).query("select number, phase from entity order by id")
          assert.deepStrictEqual<unknown>(found.map(({ number, phase }) => [number, phase]), [...statuses, ["COMPLETED", "closed"]])
        }))
    }))
})

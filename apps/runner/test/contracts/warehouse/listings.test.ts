/**
 * The lists of a warehouse that the runner keeps for an hour.
 */
import { assert } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { inWorldOn } from "../../support/World.ts"

onBothDatabases("the lists of a warehouse", (fresh) => {
  inWorldOn(fresh)("are kept for codes of warehouses that exist, and not for those that a caller invents", {}, (w) =>
    Effect.gen(function*() {
      const channels = (warehouseCode: string) =>
        Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.ListChannels, { warehouseCode }, ""))
      const kept = Effect.flatMap(Database, (db) => Effect.map(db.query("select kind from listing order by kind"), (rows) => rows.map(({ kind }) => kind)))
      for (let at = 0; at < 50; at++) yield* channels(`INVENTED-${at}`)
      assert.deepStrictEqual(yield* kept, [])
      for (let times = 0; times < 2; times++) assert.lengthOf((yield* channels("WH-1")).items, 1)
      assert.deepStrictEqual([yield* kept, w.warehouse.calls.filter((call) => call === "listChannels").length], [["channels WH-1"], 51])
    }))
})

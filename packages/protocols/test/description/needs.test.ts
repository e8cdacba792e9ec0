/** The need of a member in the rows of the law is the one that its requirement states. */
import { assert, it } from "@effect/vitest"
import * as Inbound from "../erp-open-api/rows.ts"
import * as StockChanges from "../erp-open-api/stockChangeRows.ts"
import * as StockOrders from "../erp-open-api/stockOrderRows.ts"
import * as Stock from "../erp-open-api/stockRows.ts"
import * as Gateway from "../gateway/rows.ts"
import * as Platform from "../platform-envelope/rows.ts"
import * as Warehouse from "../warehouse-envelope/rows.ts"
import { statementOf } from "./Requirements.ts"

const rows = [Inbound, StockChanges, StockOrders, Stock, Gateway, Platform, Warehouse].flatMap((family) => family.rows)

/** What a reader must do without the member, by the words of the requirement that declares it. */
const statedIn = (ids: string): string | undefined => {
  const [id = ""] = ids.split(" ")
  return id.startsWith("U-") ? undefined : / (?:required|optional)(?=;|$)/.exec(statementOf(id))?.[0].trim()
}

it("is stated by the requirement of each row, but for members that are always written and may be read without", () => {
  const stated = rows.flatMap(({ ids, member, message, need }) => {
    const words = statedIn(ids)
    return words === undefined || need === "written" ? [] : [{ words, need, title: `${ids}: ${message}.${member}` }]
  })
  assert.isAbove(stated.length, 1000)
  assert.deepStrictEqual(stated.filter(({ need, words }) => need !== words), [])
})

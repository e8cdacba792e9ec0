/**
 * PostgreSQL looks each reported order up by its number, even while it has no statistics of its tables: it must not compare all orders with
 * those of a batch.
 */
import { assert, describe, it } from "@effect/vitest"
import pg from "pg"
import { inject } from "vitest"
import * as BatchUnits from "../../../src/contracts/warehouse/BatchUnits.ts"
import * as ReportUnits from "../../../src/contracts/warehouse/ReportUnits.ts"
import * as DeliveryInsertion from "../../../src/outbox/DeliveryInsertion.ts"
import { newDatabase } from "../../support/FreshDatabases.ts"

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly Alias?: string
  readonly Plans?: ReadonlyArray<Plan>
}

/** How a plan finds the rows of orders, beside those of later generations. */
const readsOf = (plan: Plan): ReadonlyArray<string> => [
  ...(plan["Relation Name"] === "entity" && plan["Node Type"] !== "ModifyTable" && plan.Alias !== "n" ? [plan["Node Type"]] : []),
  ...(plan.Plans ?? []).flatMap(readsOf)
]

const lookups = new Set(["Index Scan", "Index Only Scan", "Tid Scan"])

const insertion = DeliveryInsertion.make({ blocking: () => DeliveryInsertion.unfinished })
const decided = { row: { id: 1, scope: "s", kind: "outbound", number: "SO-1", lines: "[]" }, deliveries: [], lines: [], reported: {}, change: {}, fulfilment: {} }

describe("reports", () => {
  for (const [name, unit] of [["a report", ReportUnits.store(insertion)], ["a batch", BatchUnits.store(insertion)]] as const) {
    it(`store ${name} on PostgreSQL by looking its order up, before the server has statistics`, async () => {
      const client = new pg.Client({ connectionString: await newDatabase(inject("postgresPort")) })
      await client.connect()
      try {
        await client.query(
          `insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
           select 's', 'outbound', n, 1, 'wh', n, 1, 1, 0, 0, 0 from generate_series(1, 3000) n`
        )
        let found = 0
        for (const { text } of unit.postgres([decided as never]).statements) {
          const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
          for (const read of readsOf(rows[0]["QUERY PLAN"][0].Plan)) {
            found++
            assert.isTrue(lookups.has(read), `${read} of the table entity`)
          }
        }
        assert.isAtLeast(found, 3)
      } finally {
        await client.end()
      }
    })
  }
})

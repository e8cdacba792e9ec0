/**
 * The capability matrix of a composition: the twelve columns of document 2 (section 2.13) for each warehouse plugin.
 */
import type { AnyPlugin } from "@crossdock/config"
import { cellsOf, type Column, columns } from "./CapabilityColumns.ts"
import * as Contracts from "./Contracts.ts"
import type { Matrix, MatrixCell } from "@crossdock/admin-api"

const required: ReadonlySet<string> = new Set(Contracts.warehouse.required.map(({ name }) => name))

const fromOf = ({ member, operation }: Column): MatrixCell["from"] => {
  if (member !== undefined) return member
  if (operation === undefined) return "isTestedAgainstPeer"
  return required.has(operation) ? "contract" : "offers"
}

export const matrixOf = (plugins: Iterable<AnyPlugin>): Matrix => ({
  columns: columns.map(({ member, name, operation, title }: Column) => {
    const standsFor = operation ?? member
    return { name, title, ...(standsFor !== undefined && { operation: standsFor }) }
  }),
  rows: [...plugins].flatMap((plugin) => {
    if (!Contracts.isWarehouse(plugin)) return []
    const cells = cellsOf(plugin)
    return [{
      plugin: plugin.id,
      title: plugin.title,
      cells: columns.map((column) => ({ column: column.name, isDeclared: cells[column.name], from: fromOf(column) }))
    }]
  })
})

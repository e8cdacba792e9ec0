/**
 * The capability matrix of a composition: the twelve columns of document 2, 2.13 for each of its warehouse plugins.
 */
import { type Column, cellsOf, columns, type Described } from "@crossdock/core/Capabilities"
import type { AnyPlugin } from "@crossdock/core/config"
import * as Contracts from "./Contracts.ts"
import type { Matrix, MatrixCell } from "./api/Definition.ts"

const required: ReadonlySet<string> = new Set(Contracts.warehouse.required.map(({ name }) => name))

const fromOf = ({ member, operation }: Column, plugin: Described): MatrixCell["from"] => {
  if (operation === undefined) return "isTried"
  if (required.has(operation)) return "contract"
  const isOffered = (plugin.offers as ReadonlyArray<string>).includes(operation)
  return !isOffered && member !== undefined && plugin[member] !== undefined ? member : "offers"
}

export const matrixOf = (plugins: Iterable<AnyPlugin>): Matrix => ({
  columns: columns.map(({ name, operation, title }: Column) => ({ name, title, ...(operation !== undefined && { operation }) })),
  rows: [...plugins].flatMap((plugin) => {
    if (!Contracts.isWarehouse(plugin)) return []
    const cells = cellsOf(plugin)
    return [{
      plugin: plugin.id,
      title: plugin.title,
      cells: columns.map((column) => ({ column: column.name, isDeclared: cells[column.name], from: fromOf(column, plugin) }))
    }]
  })
})

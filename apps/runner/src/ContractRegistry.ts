/**
 * The contracts of this runner with the rows that they hand to the engines.
 */
import type { ContractRows } from "./contracts/ContractRows.ts"
import { rows as books } from "./contracts/books/Rows.ts"
import { rows as erp } from "./contracts/erp/Rows.ts"
import { rows as warehouse } from "./contracts/warehouse/Rows.ts"
import { rows as platform } from "./contracts/platform/Rows.ts"
import * as Kinds from "./records/Kinds.ts"

export const all: ReadonlyArray<ContractRows> = [warehouse, platform, erp, books]

/** The kinds of all contracts, for those who read a database without a runner. */
export const kinds = Kinds.make(all.flatMap((contract) => contract.kinds ?? []))

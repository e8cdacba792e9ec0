/**
 * The contracts of this runner with the rows that they hand to the engines.
 */
import * as Contracts from "./Contracts.ts"
import { type ContractRows, withoutRecords } from "./contracts/ContractRows.ts"
import { rows as warehouse } from "./contracts/warehouse/Rows.ts"
import { rows as platform } from "./contracts/platform/Rows.ts"
import * as Kinds from "./records/Kinds.ts"

/** The runner only sends prepared messages to an ERP; it calls no create of the ERP contract. */
const erp: ContractRows = { ...Contracts.erpSupport, ...withoutRecords }

export const all: ReadonlyArray<ContractRows> = [warehouse, platform, erp]

/** The kinds of all contracts, for those who read a database without a runner. */
export const kinds = Kinds.make(all.flatMap((contract) => contract.kinds))

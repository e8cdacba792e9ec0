/**
 * The rows of the ERP contract. The runner keeps no records of an ERP that has no books.
 */
import * as Contracts from "../../Contracts.ts"
import type { ContractRows } from "../ContractRows.ts"

export const rows: ContractRows = { ...Contracts.erpSupport, linkTables: ["ready_order"] }

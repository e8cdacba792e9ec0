/**
 * The rows of the ERP contract. The runner keeps no records of an ERP that has no books.
 */
import * as Contracts from "../../Contracts.ts"
import { type ContractRows, withoutRecords } from "../ContractRows.ts"

export const rows: ContractRows = { ...Contracts.erpSupport, ...withoutRecords, linkTables: ["ready_order"] }

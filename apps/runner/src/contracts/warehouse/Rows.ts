/**
 * The rows of the warehouse contract.
 */
import * as Contracts from "../../Contracts.ts"
import type { ContractRows } from "../ContractRows.ts"
import * as CompletedReports from "./CompletedReports.ts"
import * as Creates from "./Creates.ts"
import * as DecidedCreates from "./DecidedCreates.ts"
import * as ErpReports from "./ErpReports.ts"
import * as OrderKinds from "./OrderKinds.ts"
import * as ShipmentReports from "./ShipmentReports.ts"

export const rows: ContractRows = {
  ...Contracts.warehouseSupport,
  linkTables: ["stock_drift", "stock_failure"],
  kinds: OrderKinds.all,
  creates: Creates.all,
  decidedCreates: [DecidedCreates.outbound],
  completions: [CompletedReports.completion],
  contents: [],
  reactions: [ErpReports.reaction, ShipmentReports.reaction]
}

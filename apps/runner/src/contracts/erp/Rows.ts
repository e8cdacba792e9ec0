/**
 * The rows of the ERP contract.
 */
import * as Contracts from "../../Contracts.ts"
import { type ContractRows, withoutRecords } from "../ContractRows.ts"
import * as Creates from "./Creates.ts"
import * as Kinds from "./Kinds.ts"

export const rows: ContractRows = {
  ...Contracts.erpSupport,
  ...withoutRecords,
  linkTables: ["ready_order"],
  kinds: [Kinds.inboundOrder, Kinds.transfer, Kinds.stockMove],
  creates: Creates.all
}

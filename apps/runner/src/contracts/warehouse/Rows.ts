/**
 * The rows of the warehouse contract.
 */
import * as Contracts from "../../Contracts.ts"
import type { ContractRows } from "../ContractRows.ts"
import * as Creates from "./Creates.ts"
import * as OrderKinds from "./OrderKinds.ts"

export const rows: ContractRows = {
  ...Contracts.warehouseSupport,
  kinds: OrderKinds.all,
  creates: Creates.all
}

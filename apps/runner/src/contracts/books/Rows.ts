/**
 * The rows of the contract of books, which extends that of ERPs.
 */
import * as Contracts from "../../Contracts.ts"
import type { ContractRows } from "../ContractRows.ts"
import * as Creates from "./Creates.ts"
import * as Kinds from "./Kinds.ts"

export const rows: ContractRows = {
  ...Contracts.booksSupport,
  kinds: [Kinds.inboundOrder, Kinds.transfer, Kinds.stockMove],
  creates: Creates.all
}

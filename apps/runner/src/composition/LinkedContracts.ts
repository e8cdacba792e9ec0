/**
 * What a link says of the contract that its calls belong to, whatever the protocol: to which connection it leads, and what else tells its
 * callers apart.
 */
import * as Contracts from "../Contracts.ts"
import type { Problem } from "./Checker.ts"
import { type NamedShop, shopProblems, shopText } from "./Shops.ts"

interface Written {
  readonly shop?: NamedShop | undefined
}

/** A member of a link, with the texts that tell its callers apart. */
export interface LinkKey {
  readonly member: string
  readonly texts: ReadonlyArray<string>
}

export interface LinkedContract {
  readonly contract: string
  /** The member of the link that names the connection of this contract. */
  readonly leadsTo: "peer" | "erp"
  /** What tells several links of one account apart, beside the key of the protocol. */
  readonly keyOf?: (written: Written) => LinkKey
  /** Problems of the key, each with its place below the link. */
  readonly problems?: (written: Written) => ReadonlyArray<Problem>
}

const rows: ReadonlyArray<LinkedContract> = [
  { contract: Contracts.warehouse.id, leadsTo: "peer" },
  {
    contract: Contracts.platform.id,
    leadsTo: "peer",
    keyOf: ({ shop }) => ({ member: "shop", texts: shop === undefined ? [] : shopText(shop) }),
    problems: shopProblems
  },
  { contract: Contracts.books.id, leadsTo: "erp" }
]

export const ids = rows.map(({ contract }) => contract)

/** The row of a contract; undefined if the runner carries out no calls of it. */
export const of = (contract: string): LinkedContract | undefined => rows.find((row) => row.contract === contract)

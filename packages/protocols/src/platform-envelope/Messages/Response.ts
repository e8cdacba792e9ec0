/** The members that many messages of the platform interface share (spec 2 §4B), and the definer of its exchanges. */
import { PlatformV1 } from "@crossdock/core"
import { Exchange } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"

/** The operations of the contract, by name. */
export type Operations = typeof PlatformV1.contract.operations

/** The members of every answer. */
export const response = [
  Table.required("success", { kind: "boolean", written: "boolean" }, { is: null }),
  Table.optional("message", Table.text, { is: null, also: ["errorMsg"] })
] as const

/** An answer with only the common members, which is how a failure is written. */
export const failure = Table.make("answer", response)

/** The shop that a message is about. The connection or the link knows it, so that no operation has these members. */
export const platform = Table.required("platform", Table.code, { is: null })
export const shopId = Table.required("shopId", Table.numberId, { is: null })
export const onlineShopId = Table.optional("onlineShopId", Table.code, { is: null })
export const shop = [platform, shopId, onlineShopId] as const

/** The order that a message is about. */
export const onlineOrderId = Table.required("onlineOrderId", Table.key)
/** The order in an answer, which repeats the one of the request. */
export const sameOrderId = Table.required("onlineOrderId", Table.key, { is: null })

/** Members of a payload that its request carries in another way. */
const notLost: ReadonlySet<string> = new Set(["/cursor", "/items", "/onlineShopId"])

/** Defines an exchange of the platform contract. */
export const define = Exchange.definerOf(PlatformV1.contract.operations, {
  notLost,
  repeated: ["platform", "shopId", "onlineShopId", "onlineOrderId"]
})

/** Returns a problem if an answer is about another order than the request. */
export const anotherOrder = (answer: { readonly onlineOrderId: string }, asked: { readonly onlineOrderId: string }): Exchange.Invalid | undefined =>
  answer.onlineOrderId === asked.onlineOrderId ? undefined : new Exchange.Invalid("/onlineOrderId is not the order that was asked for")

/** A number of goods of a stock (spec 2 §2.11). */
export const stock = { kind: "balance", written: "number" } as const satisfies Table.BalanceType

/** A warehouse of the platform, under both of its names (variants.md row 32). */
export const warehouseNames = { id: ["platformWarehouseCode"], code: ["platformWarehouseId"] } as const

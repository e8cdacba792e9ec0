/**
 * The methods of the gateway protocol by name. cancelOrder is handled separately, because one call of it is several
 * operations.
 */
import { Exchange } from "../../kit/index.ts"
import { Refusal } from "../../wire/index.ts"
import type { Listed } from "../SplitByLink.ts"
import { cancelAsnOrder } from "./CancelAsnOrder.ts"
import { cancelOrder, served } from "./CancelOrder.ts"
import { createAsnOrder } from "./CreateAsnOrder.ts"
import { createOrder } from "./CreateOrder.ts"
import { getAsnList } from "./GetAsnList.ts"
import { getOrder } from "./GetOrder.ts"
import { initChannels } from "./InitChannels.ts"
import { initWarehouses } from "./InitWarehouses.ts"
import { insertSkuInfo } from "./InsertSkuInfo.ts"
import { syncInventory } from "./SyncInventory.ts"

export const exchanges = {
  initWarehouses,
  initChannels,
  createOrder,
  getOrder,
  syncInventory,
  createAsnOrder,
  getAsnList,
  cancelAsnOrder,
  insertSkuInfo
}

/** All exchanges as a list, without cancelOrder. */
export const all: ReadonlyArray<Exchange.AnyExchange> = Object.values(exchanges)

/** The messages of all ten methods. */
export const everyMethod: ReadonlyArray<Exchange.Messages> = [...all, cancelOrder]

/** The names of all ten methods. */
export const methods: ReadonlyArray<string> = everyMethod.map(({ method }) => method)

/**
 * Answers with the merged lists of several links; errorMsg says why the records of a failed link are missing (U-28).
 */
const listed = (exchange: Exchange.AnyExchange): Exchange.AnyExchange => ({
  ...exchange,
  toAnswer: ({ items, missing }: Listed<unknown>, payload: never, profile: never) => ({
    ...exchange.toAnswer({ items } as never, payload, profile) as object,
    errorMsg: missing && Refusal.textOf(Refusal.inNamesOf(exchange.request, missing))
  })
})

const isList = ({ operation }: Exchange.AnyExchange): boolean => operation === "listWarehouses" || operation === "listChannels"

/** Finds the exchange for a method name, as servers answer it. */
export const named = Exchange.byName([...all.map((one) => (isList(one) ? listed(one) : one)), served])

/**
 * The methods of document 2 part A by name. cancelOrder stands apart: one call of it is several operations.
 */
import { Exchange } from "../../kit/index.ts"
import { Refusal } from "../../wire/index.ts"
import type { Listed } from "../Split.ts"
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

/** The same as a list. */
export const all: ReadonlyArray<Exchange.AnyExchange> = Object.values(exchanges)

/** All ten names. */
export const methods: ReadonlyArray<string> = [...all.map(({ method }) => method), cancelOrder.method]

/** Lists of several links as one answer, which says why those of one are missing (U-28). */
const listed = (exchange: Exchange.AnyExchange): Exchange.AnyExchange => ({
  ...exchange,
  toAnswer: ({ items, missing }: Listed<unknown>, payload: never, profile: never) => ({
    ...exchange.toAnswer(items as never, payload, profile) as object,
    errorMsg: missing && Refusal.textOf(Refusal.inNamesOf(exchange.request, missing))
  })
})

const isList = ({ operation }: Exchange.AnyExchange): boolean => operation === "listWarehouses" || operation === "listChannels"

/** What a path selects, as servers answer it. */
export const named = Exchange.byName([...all.map((one) => (isList(one) ? listed(one) : one)), served])

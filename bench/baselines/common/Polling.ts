/** Asks the warehouse about all open orders, again and again. */
import type { Caller } from "./Caller.ts"
import { sealed } from "./Envelope.ts"

export interface Status {
  readonly orderNumber: string
  readonly status: string
  readonly wmsStatus: string
}

export interface OpenOrders {
  /** The open orders that were not asked about since, the longest ago first. */
  readonly due: (before: number, most: number) => ReadonlyArray<string>
  readonly save: (statuses: ReadonlyArray<Status>, at: number) => Promise<void>
}

/** Orders per call and per page, as many as the runner has. */
const [perCall, perPage] = [100, 500]

/** `statusesOf` validates the warehouse's answer. */
export const poll = (orders: OpenOrders, path: string, call: Caller, everyMs: number, statusesOf: (told: unknown) => ReadonlyArray<Status>): void => {
  const ask = async (orderNumberList: ReadonlyArray<string>, at: number): Promise<void> => {
    const { text } = await call(path, sealed("getOrderList", JSON.stringify({ orderNumberList, warehouseCode: "WH-1" })))
    await orders.save(statusesOf(JSON.parse(text)), at)
  }
  const round = async () => {
    const started = Date.now()
    for (let page = orders.due(started, perPage); page.length > 0; page = orders.due(started, perPage)) {
      const calls = Array.from({ length: Math.ceil(page.length / perCall) }, (_, at) => page.slice(at * perCall, (at + 1) * perCall))
      await Promise.all(calls.map((numbers) => ask(numbers, Date.now())))
    }
    setTimeout(() => void round(), everyMs)
  }
  void round()
}

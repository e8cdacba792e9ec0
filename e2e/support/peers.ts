/** Starts the simulated peers, and reads and controls them. */
import { fileURLToPath } from "node:url"
import type { Credential } from "./envelope.ts"
import { json, type Known } from "./http.ts"
import { type Running, startNode } from "./processes.ts"

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const keyArgs = (keys: ReadonlyArray<Credential> = []) => keys.flatMap(({ accessId, secretKey }) => ["--key", `${accessId}=${secretKey}`])

type PushMethod = "pushOrderInfo" | "pushAsnInfo" | "pushOrder"

/** A line in the history of `ErpSink.mjs`. */
export interface Received {
  readonly at: string
  readonly path: string
  readonly type: string
  readonly contentType: string
  /** The same for all attempts of one delivery. */
  readonly deliveryId: string
  readonly accessId: string
  readonly method: PushMethod
  /** The text as received. */
  readonly content: string
  readonly data: Known
  readonly sign: string
  readonly verified: boolean
  /** False if the ERP refused or lost this attempt. */
  readonly stored: boolean
  readonly answered: string
}

export interface SinkFault {
  readonly kind: "none" | "delay" | "500" | "html" | "refuse" | "hang" | "reset" | "lose-answer"
  readonly times?: number
  readonly delayMs?: number
  readonly method?: PushMethod
  readonly message?: string
}

export interface ErpSink extends Running {
  readonly port: number
  /** The value for CROSSDOCK_ERP_URL. */
  readonly url: string
  readonly breaks: (fault: SinkFault) => Promise<void>
  /** All attempts, in order. */
  readonly attempts: () => Promise<ReadonlyArray<Received>>
  /** The messages that the ERP accepted. */
  readonly received: () => Promise<ReadonlyArray<Received>>
}

export const startErpSink = async (options: {
  readonly history: string
  readonly port?: number
  /** Default: sandbox with sandbox-secret. */
  readonly keys?: ReadonlyArray<Credential>
}): Promise<ErpSink> => {
  const running = startNode(program("ErpSink.mjs"), {
    args: [options.history, "--port", String(options.port ?? 0), ...keyArgs(options.keys)]
  })
  const [, port] = await running.waitFor(/^READY (\d+)$/)
  const url = `http://127.0.0.1:${port}`
  const attempts = (): Promise<ReadonlyArray<Received>> => json(`${url}/_history`)
  return {
    ...running,
    port: Number(port),
    url,
    breaks: async (fault) => void await json(`${url}/_control`, fault),
    attempts,
    received: async () => (await attempts()).filter(({ stored }) => stored)
  }
}

export type WarehouseMethod =
  | "warehouses"
  | "channels"
  | "createOrder"
  | "cancelOrder"
  | "getOrder"
  | "getOrderList"
  | "syncInventory"
  | "createAsnOrder"
  | "getAsnList"
  | "cancelAsnOrder"
  | "insert_sku_info"

export interface WarehouseFault {
  readonly method?: WarehouseMethod | "*"
  readonly kind:
    | "none"
    | "slow"
    | "hang"
    | "500"
    | "html"
    | "refuse"
    | "duplicate"
    | "truncated"
    | "reset-before"
    | "lose-answer"
    | "answer-twice"
    | "refuse-connection"
  readonly times?: number
  readonly delayMs?: number
  readonly message?: string
  /** Whether the call takes effect. Default: depends on the kind. */
  readonly booked?: boolean
}

/** The books of `BreakableWarehouse.mjs`. */
export interface Books {
  readonly orders: ReadonlyArray<{
    readonly warehouseOrderNumber: string
    readonly orderNumber: string
    readonly accessId: string
    readonly warehouseCode: string
    readonly status: "SENDING" | "SUCCESS" | "CANCEL" | "FAILED"
    readonly wmsStatus: string
    readonly trackingNumber?: string
    readonly content: Known
  }>
  readonly asns: ReadonlyArray<{
    readonly referenceNumber: string
    readonly asnNumber: string
    readonly accessId: string
    readonly wmsStatus: string
    readonly lines: ReadonlyArray<{ readonly sku: string; readonly estimated: number; readonly good: number; readonly bad: number }>
    readonly content: Known
  }>
  readonly products: ReadonlyArray<Known>
  readonly stock: ReadonlyArray<{ readonly warehouseCode: string; readonly sku: string; readonly sellable: number }>
  readonly calls: ReadonlyArray<{
    readonly at: string
    readonly method: WarehouseMethod
    readonly content: string
    readonly fault: WarehouseFault["kind"]
    readonly booked: boolean
  }>
}

type Which = { readonly orderNumber: string } | { readonly warehouseOrderNumber: string }

export interface BreakableWarehouse extends Running {
  readonly port: number
  readonly controlPort: number
  readonly url: string
  readonly breaks: (fault: WarehouseFault) => Promise<void>
  readonly books: () => Promise<Books>
  readonly ship: (which: Which & { readonly trackingNumber?: string; readonly carrierName?: string }) => Promise<{ readonly trackingNumber: string }>
  /** Changes the state of an open order. */
  readonly move: (which: Which & { readonly wmsStatus: string }) => Promise<void>
  readonly fail: (which: Which & { readonly reason?: string }) => Promise<void>
  readonly receive: (receipt: {
    readonly asnNumber: string
    readonly lines: ReadonlyArray<{ readonly sku: string; readonly good: number; readonly bad?: number }>
    readonly finish?: boolean
  }) => Promise<void>
  readonly setStock: (level: { readonly warehouseCode: string; readonly sku: string; readonly sellable: number }) => Promise<void>
  /** How long queries do not show new orders. */
  readonly hides: (visibilityDelayMs: number) => Promise<void>
}

export const startBreakableWarehouse = async (options: {
  readonly books: string
  readonly port?: number
  /** Default: acc-demo with demo-secret. */
  readonly keys?: ReadonlyArray<Credential>
  /** Default: WH-1 and WH-2. */
  readonly warehouses?: ReadonlyArray<string>
  /** Default: 1000 pieces of each of SKU-1 to SKU-5 in each warehouse. */
  readonly stock?: ReadonlyArray<{ readonly warehouseCode: string; readonly sku: string; readonly sellable: number }>
}): Promise<BreakableWarehouse> => {
  const running = startNode(program("BreakableWarehouse.mjs"), {
    args: [
      options.books,
      "--port",
      String(options.port ?? 0),
      ...keyArgs(options.keys),
      ...(options.warehouses ?? []).flatMap((code) => ["--warehouse", code]),
      ...(options.stock ?? []).flatMap(({ sellable, sku, warehouseCode }) => ["--stock", `${warehouseCode}:${sku}=${sellable}`])
    ]
  })
  const [, port, controlPort] = await running.waitFor(/^READY (\d+) (\d+)$/)
  const control = `http://127.0.0.1:${controlPort}`
  const command = async (value: unknown) => {
    const answer = await json(`${control}/_control`, value)
    if (answer.ok !== true) throw new Error(`the warehouse says: ${answer.message}`)
    return answer
  }
  return {
    ...running,
    port: Number(port),
    controlPort: Number(controlPort),
    url: `http://127.0.0.1:${port}/service`,
    breaks: async (fault) => void await command({ fault }),
    books: () => json(`${control}/_books`),
    ship: (ship) => command({ ship }),
    move: async (move) => void await command({ move }),
    fail: async (fail) => void await command({ fail }),
    receive: async (receive) => void await command({ receive }),
    setStock: async (stock) => void await command({ stock }),
    hides: async (visibilityDelayMs) => void await command({ visibilityDelayMs })
  }
}

/** An order of `ShopService.mjs`. */
export interface ShopOrder {
  readonly onlineOrderId: string
  readonly status: string
  /** When it last changed, in milliseconds since 1970. */
  readonly changedAt: number
}

export interface ShopService extends Running {
  readonly url: string
  /** Places an order, or changes its status. Each change has a time of its own. Default of `changedAt`: now. */
  readonly put: (onlineOrderId: string, status: string, changedAt?: number) => Promise<void>
  /** Whether it refuses every call. */
  readonly setDown: (isDown: boolean) => Promise<void>
  /** Whether it refuses every call because the token is revoked. */
  readonly setRevoked: (isRevoked: boolean) => Promise<void>
  readonly orders: () => Promise<ReadonlyArray<ShopOrder>>
}

export const startShopService = async (options: { readonly key: Credential; readonly page: number }): Promise<ShopService> => {
  const running = startNode(program("ShopService.mjs"), { args: [...keyArgs([options.key]), "--page", String(options.page)] })
  const [, port] = await running.waitFor(/^READY (\d+)$/)
  const url = `http://127.0.0.1:${port}`
  return {
    ...running,
    url,
    put: async (onlineOrderId, status, changedAt) => void await json(`${url}/_control`, { onlineOrderId, status, changedAt }),
    setDown: async (isDown) => void await json(`${url}/_control`, { isDown }),
    setRevoked: async (isRevoked) => void await json(`${url}/_control`, { isRevoked }),
    orders: () => json(`${url}/_orders`)
  }
}

/** An error response of Tryton; `error` is its array. */
export declare class TrytonFault extends Error {
  readonly error: ReadonlyArray<unknown>
}

/** Tryton's own quantities of one SKU in one warehouse. */
export interface BookStock {
  readonly sku: string
  /** In the whole warehouse. */
  readonly onHand: number
  /** In the storage zone, including assigned goods. */
  readonly storage: number
  /** In the storage zone, excluding goods that are assigned to shipments. */
  readonly unassigned: number
  /** Received, but not put away. */
  readonly input: number
  /** Picked, but not shipped. */
  readonly output: number
  /** On inbound shipments that are not received yet. */
  readonly announced: number
}

export interface BookMove {
  readonly id: number
  readonly sku: string
  readonly quantity: number
  readonly state: "staging" | "draft" | "assigned" | "done" | "cancelled"
}

export interface BookShipment {
  readonly id: number
  readonly number: string
  readonly reference: string
  readonly state: "draft" | "waiting" | "assigned" | "picked" | "packed" | "done" | "cancelled"
  readonly warehouseCode: string
  /** The code of the carrier's service product. */
  readonly carrierService: string | null
  readonly customer: string
  /** `<type> <value>`, for example `email jane@example.invalid`. */
  readonly contacts: ReadonlyArray<string>
  readonly address: string
  readonly plannedDate: string | null
  readonly effectiveDate: string | null
  readonly lines: ReadonlyArray<BookMove>
  /** The tracking numbers of its packages, oldest first. */
  readonly tracking: ReadonlyArray<string | null>
}

export interface BookInbound {
  readonly id: number
  readonly number: string
  readonly reference: string
  readonly state: "draft" | "received" | "done" | "cancelled"
  readonly warehouseCode: string
  readonly plannedDate: string | null
  readonly effectiveDate: string | null
  readonly lines: ReadonlyArray<BookMove>
}

export interface BookProduct {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly weight: number | null
  readonly "weight_uom.": { readonly symbol: string } | null
  readonly length: number | null
  readonly width: number | null
  readonly height: number | null
  readonly "length_uom.": { readonly symbol: string } | null
}

export interface TrytonBooks {
  /** Calls a method of a model, for example `stock.move.read`, and confirms warnings. */
  readonly call: <Result = unknown>(
    method: string,
    params?: ReadonlyArray<unknown>,
    context?: Record<string, unknown>
  ) => Promise<Result>
  readonly create: (model: string, values: Record<string, unknown>) => Promise<number>
  readonly search: <Row = { readonly id: number; readonly [field: string]: unknown }>(
    model: string,
    domain: ReadonlyArray<unknown>,
    fields: ReadonlyArray<string>,
    context?: Record<string, unknown>,
    limit?: number
  ) => Promise<ReadonlyArray<Row>>
  readonly countOf: (model: string, domain?: ReadonlyArray<unknown>) => Promise<number>
  readonly login: () => Promise<number>
  /** Ends every session of this user, so that requests with one get 401. */
  readonly endSessions: () => Promise<void>

  /** Creates a warehouse with goods by SKU and carriers, which map the code of a service product to the carrier's name. */
  readonly setUpWarehouse: (
    code: string,
    stock?: Readonly<Record<string, number>>,
    carriers?: Readonly<Record<string, string>>
  ) => Promise<void>
  readonly stockOf: (code: string) => Promise<ReadonlyArray<BookStock>>
  /** Sets the quantity of each SKU in the storage zone, and creates missing products. */
  readonly setStock: (code: string, stock: Readonly<Record<string, number>>) => Promise<void>
  /** Adds pieces to a zone of a warehouse, or removes them if negative; a zone may fall below zero. */
  readonly moveIn: (code: string, zone: "input" | "output" | "storage", sku: string, pieces: number) => Promise<void>
  /** Adds pieces to the storage zone. */
  readonly restock: (code: string, added: Readonly<Record<string, number>>) => Promise<void>
  readonly productsOf: (sku: string) => Promise<ReadonlyArray<BookProduct>>
  readonly identifiersOf: (sku: string) => Promise<ReadonlyArray<{ readonly type: string | null; readonly code: string }>>

  /** All outbound shipments with a reference, oldest first, including cancelled ones. */
  readonly shipmentsByReference: (reference: string, code?: string) => Promise<ReadonlyArray<BookShipment>>
  readonly pick: (id: number) => Promise<string>
  /** Creates one package per tracking number, in this order. */
  readonly pack: (id: number, ...tracking: ReadonlyArray<string>) => Promise<string>
  readonly done: (id: number) => Promise<string>
  /** Picks, packs and ships. */
  readonly ship: (id: number, ...tracking: ReadonlyArray<string>) => Promise<string>
  /** Cancels, and returns the state that is read afterwards. */
  readonly cancelOutbound: (id: number) => Promise<string>

  /** All inbound shipments with a reference, oldest first, including cancelled ones. */
  readonly inboundByReference: (reference: string, code?: string) => Promise<ReadonlyArray<BookInbound>>
  /** Receives the whole shipment. */
  readonly receive: (id: number) => Promise<string>
  /** Puts the whole shipment away, which completes it. */
  readonly putAway: (id: number) => Promise<string>
  /**
   * Receives these quantities and puts them away. The rest becomes a second shipment with the same reference, whose id is
   * returned (undefined if nothing is left). Call `receive` and `putAway` for it when the rest arrives.
   */
  readonly receivePart: (id: number, quantities: Readonly<Record<string, number>>) => Promise<number | undefined>
  readonly cancelInbound: (id: number) => Promise<string>
}

/** Logs in, and creates a company if there is none. */
export declare const openBooks: (options: {
  readonly url: string
  readonly database: string
  readonly user?: string
  readonly password?: string
}) => Promise<TrytonBooks>

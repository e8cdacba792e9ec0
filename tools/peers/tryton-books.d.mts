/** A fault as Tryton answered it: `error` is its array. */
export declare class TrytonFault extends Error {
  readonly error: ReadonlyArray<unknown>
}

/** Tryton's own figures of one SKU in one warehouse. */
export interface BookStock {
  readonly sku: string
  /** In the whole warehouse. */
  readonly onHand: number
  /** In the storage zone, assigned goods included. */
  readonly storage: number
  /** In the storage zone, without what is assigned to shipments. */
  readonly unassigned: number
  /** On the ramp: received, not put away. */
  readonly input: number
  /** Picked, not shipped. */
  readonly output: number
  /** On inbound shipments that were not received. */
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
  /** Code of the carrier's service product. */
  readonly carrierService: string | null
  readonly customer: string
  /** `<type> <value>`, e.g. `email jane@example.invalid`. */
  readonly contacts: ReadonlyArray<string>
  readonly address: string
  readonly plannedDate: string | null
  readonly effectiveDate: string | null
  readonly lines: ReadonlyArray<BookMove>
  /** Shipping references of its packages, oldest first. */
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
  /** Any method of any model, e.g. `stock.move.read`. A warning is answered with yes. */
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
  /** Ends every session of this user; whoever holds one is answered 401. */
  readonly endSessions: () => Promise<void>

  /** A warehouse, its goods by SKU, and carriers: code of the service product to name of the carrier. */
  readonly setUpWarehouse: (
    code: string,
    stock?: Readonly<Record<string, number>>,
    carriers?: Readonly<Record<string, string>>
  ) => Promise<void>
  readonly stockOf: (code: string) => Promise<ReadonlyArray<BookStock>>
  /** Counts: the storage zone now holds this many of each SKU. Products that are missing are made. */
  readonly setStock: (code: string, stock: Readonly<Record<string, number>>) => Promise<void>
  /** Pieces found in a zone of a warehouse, or lost from it where the number is negative; a zone may fall below zero. */
  readonly moveIn: (code: string, zone: "input" | "output" | "storage", sku: string, pieces: number) => Promise<void>
  /** Adds to what the storage zone holds. */
  readonly restock: (code: string, added: Readonly<Record<string, number>>) => Promise<void>
  readonly productsOf: (sku: string) => Promise<ReadonlyArray<BookProduct>>
  readonly identifiersOf: (sku: string) => Promise<ReadonlyArray<{ readonly type: string | null; readonly code: string }>>

  /** Every outbound shipment under a reference, oldest first, cancelled ones too. */
  readonly shipmentsByReference: (reference: string, code?: string) => Promise<ReadonlyArray<BookShipment>>
  readonly pick: (id: number) => Promise<string>
  /** One package per tracking number, in that order. */
  readonly pack: (id: number, ...tracking: ReadonlyArray<string>) => Promise<string>
  readonly done: (id: number) => Promise<string>
  /** Picked, packed and done. */
  readonly ship: (id: number, ...tracking: ReadonlyArray<string>) => Promise<string>
  /** Presses cancel and gives the state read afterwards. */
  readonly cancelOutbound: (id: number) => Promise<string>

  /** Every inbound shipment under a reference, oldest first, cancelled ones too. */
  readonly inboundByReference: (reference: string, code?: string) => Promise<ReadonlyArray<BookInbound>>
  /** The whole shipment is on the ramp. */
  readonly receive: (id: number) => Promise<string>
  /** The whole shipment is on the shelf and over. */
  readonly putAway: (id: number) => Promise<string>
  /**
   * Receives these quantities and puts them away; the rest goes to a second shipment under the same reference, whose id
   * is given (undefined when nothing is left). Receive and put that one away when the rest arrives.
   */
  readonly receivePart: (id: number, quantities: Readonly<Record<string, number>>) => Promise<number | undefined>
  readonly cancelInbound: (id: number) => Promise<string>
}

/** Logs in and makes sure that a company exists. */
export declare const openBooks: (options: {
  readonly url: string
  readonly database: string
  readonly user?: string
  readonly password?: string
}) => Promise<TrytonBooks>

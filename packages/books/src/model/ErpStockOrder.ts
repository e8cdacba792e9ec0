/**
 * Orders by which an ERP moves or converts its own stock: transfers between warehouses, moves between storage locations,
 * assembly and splitting of products (document 3, 2.8 to 2.10 and 4.2). A member is absent if the ERP does not tell it.
 */
import { Decimal } from "@crossdock/core/model/Decimal"
import { Quantity } from "@crossdock/core/model/Quantity"
import { Sku } from "@crossdock/core/model/Sku"
import { Figure } from "@crossdock/core/model/StockLevel"
import * as Schema from "effect/Schema"

const text = Schema.optionalKey(Schema.NonEmptyString)
const instant = Schema.optionalKey(Schema.DateTimeUtcFromString)
const told = Schema.optionalKey(Figure)
const amount = Schema.optionalKey(Decimal)

const warehouse = { warehouseName: Schema.NonEmptyString, warehouseId: text }
const worker = Schema.Struct({ name: Schema.NonEmptyString, userId: text, userName: text })

/** The transfer of goods from one warehouse to another. */
export const TransferOrder = Schema.Struct({
  transferNumber: Schema.NonEmptyString,
  customNumber: text,
  /** Whether planned goods or available goods are transferred. */
  type: Schema.optionalKey(Schema.Literals(["plan", "available"])),
  /** The ERP's own word for the state. */
  status: Schema.NonEmptyString,
  createdAt: Schema.DateTimeUtcFromString,
  updatedAt: instant,
  ...warehouse,
  toWarehouseName: Schema.NonEmptyString,
  toWarehouseId: text,
  /** The kind of the warehouse that receives the goods, in the ERP's own word. */
  toWarehouseType: text,
  carrierName: text,
  trackingNumber: text,
  estimatedArrivalAt: instant,
  remark: text,
  customFields: Schema.optionalKey(Schema.Array(Schema.Struct({
    name: Schema.NonEmptyString,
    value: Schema.NonEmptyString,
    type: Schema.Literals(["number", "date", "text", "choice"])
  }))),
  lines: Schema.Array(Schema.Struct({
    id: text,
    sku: Sku,
    /** The marketplace's number of the shipment, if the goods go to a warehouse that it operates. */
    shipmentId: text,
    referenceId: text,
    expected: told,
    received: told,
    piecesPerBox: told,
    netWeight: amount,
    grossWeight: amount,
    weightUnit: text,
    length: amount,
    width: amount,
    height: amount,
    lengthUnit: text
  })),
  fees: Schema.optionalKey(Schema.Array(Schema.Struct({
    name: Schema.NonEmptyString,
    amount: Decimal,
    applied: amount,
    paid: amount,
    invalid: amount,
    status: Schema.NonEmptyString
  })))
})
export type TransferOrder = typeof TransferOrder.Type

/** A transfer of available goods that is to be created. Lengths are in centimetres, weights in kilograms. */
export const TransferDraft = Schema.Struct({
  warehouseName: Schema.NonEmptyString,
  toWarehouseName: Schema.NonEmptyString,
  customNumber: text,
  /** The carrier, as the ERP names it. */
  carrierName: Schema.NonEmptyString,
  trackingNumber: text,
  estimatedArrivalAt: instant,
  remark: text,
  lines: Schema.NonEmptyArray(Schema.Struct({
    sku: Sku,
    quantity: Quantity,
    /** The inbound order with which the goods came. */
    asnNumber: Schema.NonEmptyString,
    shipmentId: text,
    referenceId: text,
    piecesPerBox: told,
    netWeight: amount,
    grossWeights: Schema.optionalKey(Schema.Array(Decimal)),
    length: amount,
    width: amount,
    height: amount,
    /** A text of the creator that the ERP keeps with the line. */
    reference: text
  }))
})
export type TransferDraft = typeof TransferDraft.Type

/** The move of goods of one received batch to another storage location of the same warehouse. */
export const StockMove = Schema.Struct({
  sku: Sku,
  warehouseName: Schema.NonEmptyString,
  batchNo: Schema.NonEmptyString,
  fromLocationCode: Schema.NonEmptyString,
  toLocationCode: Schema.NonEmptyString,
  quantity: Quantity,
  reason: Schema.NonEmptyString
})
export type StockMove = typeof StockMove.Type

/** The assembly of products from their parts. */
export const AssemblyOrder = Schema.Struct({
  assemblyNumber: Schema.NonEmptyString,
  ...warehouse,
  status: Schema.NonEmptyString,
  asnNumber: text,
  customNumber: text,
  createdAt: Schema.DateTimeUtcFromString,
  startedAt: instant,
  endedAt: instant,
  finishedAt: instant,
  workers: Schema.optionalKey(Schema.Array(worker)),
  lines: Schema.Array(Schema.Struct({
    sku: Sku,
    status: Schema.NonEmptyString,
    expected: Figure,
    assembled: Figure,
    /** What the assembly takes: `expected` as planned, `used` as it was. */
    parts: Schema.Array(Schema.Struct({ sku: Sku, expected: Figure, used: Figure }))
  }))
})
export type AssemblyOrder = typeof AssemblyOrder.Type

/** The splitting of products into their parts. */
export const SplitOrder = Schema.Struct({
  splitNumber: Schema.NonEmptyString,
  ...warehouse,
  status: Schema.NonEmptyString,
  asnNumber: text,
  customNumber: text,
  createdAt: Schema.DateTimeUtcFromString,
  startedAt: instant,
  endedAt: instant,
  finishedAt: instant,
  remarks: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)),
  workers: Schema.optionalKey(Schema.Array(worker)),
  lines: Schema.Array(Schema.Struct({
    sku: Sku,
    name: text,
    imageUrl: text,
    expected: Figure,
    split: Figure,
    fee: amount,
    /** The sum of the costs of the parts. */
    cost: amount,
    parts: Schema.Array(Schema.Struct({
      id: text,
      sku: Sku,
      name: text,
      imageUrl: text,
      /** How many of the part one product gives. */
      perProduct: told,
      /** The parts that were put away. */
      received: told,
      purchasePrice: amount,
      cost: amount
    }))
  }))
})
export type SplitOrder = typeof SplitOrder.Type

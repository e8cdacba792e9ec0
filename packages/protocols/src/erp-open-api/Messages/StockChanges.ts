/** The service types that change stock: moves between storage locations, and transfers between warehouses (spec 3 §4.2). */
import { randomUUID } from "node:crypto"
import { Table } from "../../wire/index.ts"
import { ok } from "../Answer.ts"
import { content, define, quantity } from "./Response.ts"

const move = Table.make("stock move", [
  Table.required("sku", Table.key),
  Table.required("warehouseName", Table.code),
  Table.required("storageLocationCode", Table.code, { is: "fromLocationCode" }),
  Table.required("asnReceiveNumber", Table.code, { is: "batchNo" }),
  Table.required("destStorageLocationCode", Table.code, { is: "toLocationCode" }),
  Table.required("transferNumber", quantity, { is: "quantity" }),
  Table.required("reason", Table.text)
])

const moveRequest = Table.make("TRANSFER_STORAGE_LOCATION", [Table.required("moves", Table.list(Table.object(move), { nonEmpty: true }))])

/** On the wire, the request is the list alone. */
export const transferStorageLocation = define({
  method: "TRANSFER_STORAGE_LOCATION",
  operation: "moveStock",
  request: moveRequest,
  answer: Table.make("TRANSFER_STORAGE_LOCATION answer", content),
  toAnswer: () => ({ ...ok, traceId: randomUUID() }),
  fromAnswer: () => undefined
})

/** The service types whose bizParam is a list, and the member of their request table that stands for it. */
export const listMembers: Readonly<Record<string, string>> = { [transferStorageLocation.method]: "moves" }

/** The tables of the messages, for tests of their members. */
export const tables = { move, moveRequest }

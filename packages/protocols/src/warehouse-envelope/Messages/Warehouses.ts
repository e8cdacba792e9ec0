/** warehouses. Document 1, 2.2 and 4. */
import { Exchange, Places } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

export const { warehouse } = Places

export const request = Table.make("warehouses", [])

export const answer = Table.make("warehouses answer", [
  ...response,
  Table.required("warehouseList", Places.warehouseList, { mayBeNull: true })
])

export const warehouses = Exchange.define({
  method: "warehouses",
  also: ["initWarehouses"],
  operation: "listWarehouses",
  request,
  answer,
  fromPayload: () => ({}),
  toPayload: () => ({}),
  toAnswer: (records) => ({ success: true, warehouseList: Places.warehousesToWire(records) }),
  fromAnswer: ({ warehouseList }) => Places.warehousesFromWire(warehouseList)
})

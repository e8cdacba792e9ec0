/** The messages of warehouses, which lists the warehouses of an account (spec 1 §2.2, §4). */
import { Exchange, WarehousesAndChannels } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

export const warehouses = Exchange.define({
  method: "warehouses",
  also: ["initWarehouses"],
  operation: "listWarehouses",
  request: Table.make("warehouses", []),
  answer: Table.make("warehouses answer", [...response, Table.required("warehouseList", WarehousesAndChannels.warehouseList, { is: "items", mayBeNull: true })])
})

/** warehouses. Document 1, 2.2 and 4. */
import { Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
import { response } from "./Response.ts"

export const warehouse = Table.make("warehouse", [
  Table.required("warehouseCode", Table.code),
  Table.required("warehouseName", Table.text)
])

export const request = Table.make("warehouses", [])

export const answer = Table.make("warehouses answer", [
  ...response,
  Table.required(
    "warehouseList",
    Table.list(Table.object(warehouse), { eachAlone: true, unique: ["warehouseCode", "warehouseName"] }),
    { mayBeNull: true }
  )
])

export const warehouses = define({
  method: "warehouses",
  also: ["initWarehouses"],
  operation: "listWarehouses",
  request,
  answer,
  fromPayload: () => ({}),
  toPayload: () => ({}),
  toAnswer: (records) => ({
    success: true,
    warehouseList: records.map(({ code, name }) => ({ warehouseCode: code, warehouseName: name }))
  }),
  fromAnswer: ({ warehouseList = [] }) =>
    warehouseList.map(({ warehouseCode, warehouseName }) => ({ code: warehouseCode, name: warehouseName }))
})

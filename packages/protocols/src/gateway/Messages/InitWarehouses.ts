/** initWarehouses. Document 2, 2.2 and 4A. */
import { Exchange, Places } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { keys } from "./Forms.ts"
import { code, response } from "./Response.ts"

export const { warehouse } = Places

export const request = Table.make("initWarehouses", [keys])

export const result = Table.make("initWarehouses result", [
  Table.required("warehouseInfoList", Places.warehouseList, {
    mayBeNull: true,
    also: ["warehouseList"],
    named: { name: "warehouseListMember", forms: { warehouseList: "warehouseList" } }
  })
])

export const answer = Table.make("initWarehouses answer", [...response, Table.required("result", Table.object(result)), code])

export const initWarehouses = Exchange.define({
  method: "initWarehouses",
  operation: "listWarehouses",
  request,
  answer,
  fromPayload: (_, warehouseKey) => ({ warehouseKey }),
  toPayload: () => ({}),
  toAnswer: (records) => ({ success: true, result: { warehouseInfoList: Places.warehousesToWire(records) } }),
  fromAnswer: ({ result: { warehouseInfoList } }) => Places.warehousesFromWire(warehouseInfoList)
})

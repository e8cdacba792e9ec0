/** initWarehouses. Document 2, 2.2 and 4A. */
import { Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
import { keys } from "./Forms.ts"
import { code, response } from "./Response.ts"

export const warehouse = Table.make("warehouse", [
  Table.required("warehouseCode", Table.code),
  Table.required("warehouseName", Table.text)
])

export const request = Table.make("initWarehouses", [keys])

export const result = Table.make("initWarehouses result", [
  Table.required(
    "warehouseInfoList",
    Table.list(Table.object(warehouse), { eachAlone: true, unique: ["warehouseCode", "warehouseName"] }),
    {
      mayBeNull: true,
      also: [["warehouseList", "X-111"]],
      named: { name: "warehouseListMember", forms: { warehouseList: "warehouseList" } }
    }
  )
])

export const answer = Table.make("initWarehouses answer", [...response, Table.required("result", Table.object(result)), code])

export const initWarehouses = define({
  method: "initWarehouses",
  operation: "listWarehouses",
  request,
  answer,
  fromPayload: (_, warehouseKey) => ({ warehouseKey }),
  toPayload: () => ({}),
  toAnswer: (records) => ({
    success: true,
    result: { warehouseInfoList: records.map(({ code: warehouseCode, name }) => ({ warehouseCode, warehouseName: name })) }
  }),
  fromAnswer: ({ result: { warehouseInfoList = [] } }) =>
    warehouseInfoList.map(({ warehouseCode, warehouseName }) => ({ code: warehouseCode, name: warehouseName }))
})

/** The messages of initWarehouses, which lists the warehouses of a key (spec 2 §2.2, §4A). */
import { WarehousesAndChannels } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { define, keys } from "./Forms.ts"
import { code, response } from "./Response.ts"

export const result = Table.make("initWarehouses result", [
  Table.required("warehouseInfoList", WarehousesAndChannels.warehouseList, {
    is: "items",
    mayBeNull: true,
    also: ["warehouseList"],
    named: { name: "warehouseListMember", forms: { warehouseList: "warehouseList" } }
  })
])

export const initWarehouses = define({
  method: "initWarehouses",
  operation: "listWarehouses",
  request: Table.make("initWarehouses", [keys]),
  answer: Table.make("initWarehouses answer", [...response, Table.required("result", Table.object(result), { is: "" }), code])
})

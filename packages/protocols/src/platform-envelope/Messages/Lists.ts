/** The messages of initLogistics and getPlatformWarehouse, which list the carriers and the warehouses of a platform (spec 2 §4B). */
import { Table } from "../../wire/index.ts"
import { define, onlineShopId, response, shop, shopId, warehouseNames } from "./Response.ts"

export const logistics = Table.make("logistics", [
  Table.required("logisticsCode", Table.code, { is: "code" }),
  Table.required("logisticsName", Table.text, { is: "name" })
])

export const initLogistics = define({
  method: "initLogistics",
  operation: "listShippingProviders",
  request: Table.make("initLogistics", shop),
  answer: Table.make("initLogistics answer", [
    ...response,
    shopId,
    onlineShopId,
    Table.required("logisticsList", Table.list(Table.object(logistics), { skipInvalidItems: true }), {
      is: "",
      also: ["logisticsInfoList"],
      named: { name: "logisticsListMember", forms: { logisticsInfoList: "logisticsInfoList" } }
    })
  ])
})

export const platformWarehouse = Table.make("platformWarehouse", [
  Table.required("platformWarehouseCode", Table.code, { is: "code", also: warehouseNames.code }),
  Table.required("platformWarehouseName", Table.text, { is: "name" })
])

export const getPlatformWarehouse = define({
  method: "getPlatformWarehouse",
  operation: "listLocations",
  request: Table.make("getPlatformWarehouse", shop),
  answer: Table.make("getPlatformWarehouse answer", [
    ...response,
    shopId,
    onlineShopId,
    Table.required("platformWarehouseList", Table.list(Table.object(platformWarehouse), { skipInvalidItems: true }), { is: "" })
  ])
})

/** The messages that list what a platform has: words for states, carriers and warehouses (spec 2 §2.11, §4B). */
import type { PlatformOrder } from "@crossdock/core"
import { Table } from "../../wire/index.ts"
import { define, onlineShopId, platform, response, shop, shopId, warehouseNames } from "./Response.ts"

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
      is: "items",
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
    Table.required("platformWarehouseList", Table.list(Table.object(platformWarehouse), { skipInvalidItems: true }), { is: "items" })
  ])
})

export const onlineStatus = Table.make("OnlineStatus", [
  Table.required("onlineStatus", Table.text, { is: "status" }),
  Table.required("onlineStatusCn", Table.text, { is: "nameZh" }),
  Table.required("onlineStatusEn", Table.text, { is: "nameEn" })
])

const list = Table.list(Table.object(onlineStatus), { skipInvalidItems: true })

/** A status without a name is named by its word. */
const named = ({ nameEn, nameZh, status }: PlatformOrder.NamedStatus) => ({ status, nameEn: nameEn ?? status, nameZh: nameZh ?? nameEn ?? status })

export const getOrderOnlineStatus = define({
  method: "getOrderOnlineStatus",
  operation: "listOrderStatuses",
  request: Table.make("getOrderOnlineStatus", [platform]),
  answer: Table.make("getOrderOnlineStatus answer", [
    ...response,
    Table.required("finishStatusList", list, { is: "finished" }),
    Table.required("cancelStatusList", list, { is: "cancelled" })
  ]),
  told: ({ cancelled, finished }) => ({ finished: finished.map(named), cancelled: cancelled.map(named) })
})

export const getProductStatus = define({
  method: "getProductStatus",
  operation: "listProductStatuses",
  request: Table.make("getProductStatus", [platform]),
  answer: Table.make("getProductStatus answer", [...response, Table.required("statusList", list, { is: "items" })]),
  told: ({ items }) => ({ items: items.map(named) })
})

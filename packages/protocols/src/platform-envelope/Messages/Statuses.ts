/** The messages of getOrderOnlineStatus and getProductStatus, which list the words of a platform (spec 2 §2.11, §4B). */
import type { PlatformOrder } from "@crossdock/core"
import { Table } from "../../wire/index.ts"
import { define, platform, response } from "./Response.ts"

export const onlineStatus = Table.make("OnlineStatus", [
  Table.required("onlineStatus", Table.text, { is: "status" }),
  Table.required("onlineStatusCn", Table.text, { is: "nameZh" }),
  Table.required("onlineStatusEn", Table.text, { is: "nameEn" })
])

const list = Table.list(Table.object(onlineStatus), { skipInvalidItems: true })

/** A status without a name is named by its word. */
const named = ({ nameEn, nameZh, status }: PlatformOrder.PlatformStatus) => ({ status, nameEn: nameEn ?? status, nameZh: nameZh ?? nameEn ?? status })

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
  answer: Table.make("getProductStatus answer", [...response, Table.required("statusList", list, { is: "" })]),
  told: (statuses) => statuses.map(named)
})

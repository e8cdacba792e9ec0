/** The messages of readyToShip, which tells the platform that goods are ready to ship in one parcel (spec 2 §4B). */
import { Forms } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { anotherOrder, define, onlineOrderId, onlineShopId, response, sameOrderId, shop } from "./Response.ts"

export const item = Table.make("onlineOrderItem", [
  Table.required("onlineOrderItemId", Table.key, { is: "lineId" }),
  Table.required("quantity", Forms.ordered)
])

export const readyToShip = define({
  method: "readyToShip",
  operation: "markReadyToShip",
  request: Table.make("readyToShip", [
    ...shop,
    onlineOrderId,
    Table.required("trackingNumber", Table.code, { also: Forms.trackingNames.trackingNumber }),
    Table.required("platformLogisticsCode", Table.code, { is: "providerCode" }),
    Table.optional("onlineOrderItemList", Table.list(Table.object(item), { nonEmpty: true }), { is: "lines" })
  ]),
  answer: Table.make("readyToShip answer", [...response, onlineShopId, sameOrderId]),
  fromAnswer: anotherOrder
})

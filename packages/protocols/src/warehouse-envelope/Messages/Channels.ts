/** The messages of channels, which lists shipping options (spec 1 §2.3, §4). */
import { Exchange, WarehousesAndChannels } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

export const channels = Exchange.define({
  method: "channels",
  also: ["initChannels"],
  operation: "listChannels",
  request: Table.make("channels", [Table.optional("warehouseCode", Table.code)]),
  answer: Table.make("channels answer", [...response, WarehousesAndChannels.channelList]),
  told: WarehousesAndChannels.channelsTold
})

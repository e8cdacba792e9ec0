/** channels. Document 1, 2.3 and 4. */
import { Exchange, Places } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

export const { channel } = Places

export const request = Table.make("channels", [Table.optional("warehouseCode", Table.code)])

export const answer = Table.make("channels answer", [...response, Places.channelList])

export const channels = Exchange.define({
  method: "channels",
  also: ["initChannels"],
  operation: "listChannels",
  request,
  answer,
  toAnswer: (records, { warehouseCode }) => ({ success: true, channelList: Places.channelsToWire(records, warehouseCode) }),
  fromAnswer: ({ channelList }) => Places.channelsFromWire(channelList)
})

/** channels. Document 1, 2.3 and 4. */
import { given, Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
import { response } from "./Response.ts"

export const channel = Table.make("channel", [
  Table.required("channelCode", Table.code),
  Table.required("channelName", Table.text),
  Table.always("warehouseCode", Table.code),
  Table.always("carrierName", Table.text, { also: [["carrier", "X-119"]] })
])

export const request = Table.make("channels", [Table.optional("warehouseCode", Table.code)])

export const answer = Table.make("channels answer", [
  ...response,
  Table.required("channelList", Table.list(Table.object(channel), { eachAlone: true, unique: ["channelCode"] }), {
    mayBeNull: true
  })
])

export const channels = define({
  method: "channels",
  also: ["initChannels"],
  operation: "listChannels",
  request,
  answer,
  fromPayload: (payload) => payload,
  toPayload: (value) => value,
  /** A channel of all warehouses is written with the one that was asked for. */
  toAnswer: (records, { warehouseCode }) => ({
    success: true,
    channelList: records.map((record) =>
      given({
        channelCode: record.code,
        channelName: record.name,
        warehouseCode: record.warehouseCode ?? warehouseCode,
        carrierName: record.carrierName
      })
    )
  }),
  fromAnswer: ({ channelList = [] }) =>
    channelList.map(({ carrierName, channelCode, channelName, warehouseCode }) =>
      given({ code: channelCode, name: channelName, warehouseCode, carrierName })
    )
})

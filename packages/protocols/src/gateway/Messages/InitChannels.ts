/** initChannels. Document 2, 2.3 and 4A. */
import { given, Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
import { keys } from "./Forms.ts"
import { code, response } from "./Response.ts"

export const channel = Table.make("channel", [
  Table.required("channelCode", Table.code),
  Table.required("channelName", Table.text),
  /** Row 39: always written, though optional. */
  Table.always("warehouseCode", Table.code),
  Table.always("carrierName", Table.text, { also: [["carrier", "X-119"]] })
])

export const request = Table.make("initChannels", [keys, Table.optional("warehouseCode", Table.code)])

export const result = Table.make("initChannels result", [
  Table.required("channelList", Table.list(Table.object(channel), { eachAlone: true, unique: ["channelCode"] }), {
    mayBeNull: true
  })
])

export const answer = Table.make("initChannels answer", [...response, Table.required("result", Table.object(result)), code])

export const initChannels = define({
  method: "initChannels",
  operation: "listChannels",
  request,
  answer,
  fromPayload: ({ warehouseCode }, warehouseKey) => given({ warehouseKey, warehouseCode }),
  toPayload: ({ warehouseCode }) => given({ warehouseCode }),
  toAnswer: (records, { warehouseCode }) => ({
    success: true,
    result: {
      channelList: records.map((record) =>
        given({
          channelCode: record.code,
          channelName: record.name,
          warehouseCode: record.warehouseCode ?? warehouseCode,
          carrierName: record.carrierName
        })
      )
    }
  }),
  fromAnswer: ({ result: { channelList = [] } }) =>
    channelList.map(({ carrierName, channelCode, channelName, warehouseCode }) =>
      given({ code: channelCode, name: channelName, warehouseCode, carrierName })
    )
})

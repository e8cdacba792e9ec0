/** initChannels. Document 2, 2.3 and 4A. */
import { Exchange, Places } from "../../kit/index.ts"
import { omitUndefined, Table } from "../../wire/index.ts"
import { keys } from "./Forms.ts"
import { code, response } from "./Response.ts"

export const { channel } = Places

export const request = Table.make("initChannels", [keys, Table.optional("warehouseCode", Table.code)])

export const result = Table.make("initChannels result", [Places.channelList])

export const answer = Table.make("initChannels answer", [...response, Table.required("result", Table.object(result)), code])

export const initChannels = Exchange.define({
  method: "initChannels",
  operation: "listChannels",
  request,
  answer,
  fromPayload: ({ warehouseCode }, warehouseKey) => omitUndefined({ warehouseKey, warehouseCode }),
  toAnswer: (records, { warehouseCode }) => ({
    success: true,
    result: { channelList: Places.channelsToWire(records, warehouseCode) }
  }),
  fromAnswer: ({ result: { channelList } }) => Places.channelsFromWire(channelList)
})

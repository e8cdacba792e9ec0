/** The messages of initChannels, which lists shipping options (spec 2 §2.3, §4A). */
import { WarehousesAndChannels } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { define, keys } from "./Forms.ts"
import { code, response } from "./Response.ts"

export const result = Table.make("initChannels result", [WarehousesAndChannels.channelList])

export const initChannels = define({
  method: "initChannels",
  operation: "listChannels",
  request: Table.make("initChannels", [keys, Table.optional("warehouseCode", Table.code)]),
  answer: Table.make("initChannels answer", [...response, Table.required("result", Table.object(result), { is: "" }), code]),
  told: WarehousesAndChannels.channelsTold
})

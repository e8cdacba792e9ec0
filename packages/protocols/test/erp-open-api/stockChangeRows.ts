/**
 * What document 3 says of every member of the messages that change stock, by the ids of requirements.md: written down from the document,
 * not from the tables in src. The list of moves is bizParam itself; the tests of the server show it without a name.
 */
import type { Law } from "../law/index.ts"

export const rows: ReadonlyArray<Law.Row> = [
  { ids: "E-718 E-727", message: "TRANSFER_STORAGE_LOCATION", member: "moves", type: "List", need: "required", refuses: [[]] },
  { ids: "E-720", message: "move", member: "sku", type: "String", need: "required", isKey: true },
  { ids: "E-721", message: "move", member: "warehouseName", type: "String", need: "required" },
  { ids: "E-722", message: "move", member: "storageLocationCode", type: "String", need: "required" },
  { ids: "E-723", message: "move", member: "asnReceiveNumber", type: "String", need: "required" },
  { ids: "E-724", message: "move", member: "destStorageLocationCode", type: "String", need: "required" },
  { ids: "E-725", message: "move", member: "transferNumber", type: "Number", need: "required", reads: [["3", 3]], refuses: [0, -1, 1.5] },
  { ids: "E-726", message: "move", member: "reason", type: "String", need: "required" }
]

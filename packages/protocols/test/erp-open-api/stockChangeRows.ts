/**
 * What document 3 says of every member of the messages that change stock, by the ids of requirements.md: written down from the document,
 * not from the tables in src. The list of moves is bizParam itself; the tests of the server show it without a name.
 */
import { Json } from "@crossdock/core"
import type { Law } from "../law/index.ts"

/** A number by its digits. */
const n = (digits: string) => new Json.Numeral(digits)

export const rows: ReadonlyArray<Law.Row> = [
  { ids: "E-718 E-727", message: "TRANSFER_STORAGE_LOCATION", member: "moves", type: "List", need: "required", refuses: [[]] },
  { ids: "E-720", message: "move", member: "sku", type: "String", need: "required", isKey: true },
  { ids: "E-721", message: "move", member: "warehouseName", type: "String", need: "required" },
  { ids: "E-722", message: "move", member: "storageLocationCode", type: "String", need: "required" },
  { ids: "E-723", message: "move", member: "asnReceiveNumber", type: "String", need: "required" },
  { ids: "E-724", message: "move", member: "destStorageLocationCode", type: "String", need: "required" },
  { ids: "E-725 X-164 X-264", message: "move", member: "transferNumber", type: "Number", need: "required", reads: [["3", 3]], refuses: [0, -1, 1.5] },
  { ids: "E-726", message: "move", member: "reason", type: "String", need: "required" },
  { ids: "E-626", message: "CREATE_TRANSFER_AVAILABLE_ORDER", member: "warehouseName", type: "String", need: "required" },
  { ids: "E-627", message: "CREATE_TRANSFER_AVAILABLE_ORDER", member: "destWarehouseName", type: "String", need: "required" },
  { ids: "E-628 E-629 E-630", message: "CREATE_TRANSFER_AVAILABLE_ORDER", member: "customNumber", type: "String", need: "optional", max: 100 },
  { ids: "E-631", message: "CREATE_TRANSFER_AVAILABLE_ORDER", member: "logisticsName", type: "String", need: "required" },
  { ids: "E-633 E-634 E-635", message: "CREATE_TRANSFER_AVAILABLE_ORDER", member: "trackNumber", type: "String", need: "optional", max: 50, also: ["trackingNumber", "trackiNumber"] },
  { ids: "E-636", message: "CREATE_TRANSFER_AVAILABLE_ORDER", member: "preReceiveTime", type: "String", need: "optional", reads: [["2026-01-01T00:00:00Z", "2026-01-01 08:00:00"], [1767225600000, "2026-01-01 08:00:00"], ["2026-01-01", "2026-01-01 00:00:00"]] },
  { ids: "E-637", message: "CREATE_TRANSFER_AVAILABLE_ORDER", member: "remark", type: "String", need: "optional" },
  { ids: "E-638", message: "CREATE_TRANSFER_AVAILABLE_ORDER", member: "skuList", type: "List", need: "required", refuses: [[]] },
  { ids: "E-639", message: "transferLine", member: "fbaNo", type: "String", need: "optional" },
  { ids: "E-641", message: "transferLine", member: "refId", type: "String", need: "optional" },
  { ids: "E-642", message: "transferLine", member: "sku", type: "String", need: "required", isKey: true },
  { ids: "E-643", message: "transferLine", member: "transferQty", type: "Number", need: "required", reads: [["3", 3]], refuses: [0, -1, 1.5] },
  { ids: "E-644 X-157 X-257", message: "transferLine", member: "originalAsnNumber", type: "Number or String", need: "required", reads: [[12, n("12")], ["12", n("12")], ["012", "012"], ["ASN-1", "ASN-1"], [n("9007199254740993"), n("9007199254740993")]], refuses: [1.5, -1] },
  { ids: "E-645", message: "transferLine", member: "packingRate", type: "Number", need: "optional", reads: [["2", n("2")]] },
  { ids: "E-646", message: "transferLine", member: "netWeight", type: "Number", need: "optional", reads: [["0.50", n("0.50")]] },
  { ids: "E-647 X-155 X-255", message: "transferLine", member: "weight", type: "List of Number", need: "optional", reads: [[n("0.60"), [n("0.60")]], ["0.60", [n("0.60")]], [["0.60", n("1")], [n("0.60"), n("1")]]] },
  { ids: "E-648", message: "transferLine", member: "length", type: "Number", need: "optional", reads: [["0.305", n("0.305")], [n("1.5"), n("1.50")], [n("12"), n("12.00")]], refuses: [n("9".repeat(37))] },
  { ids: "E-649", message: "transferLine", member: "width", type: "Number", need: "optional" },
  { ids: "E-650", message: "transferLine", member: "height", type: "Number", need: "optional" },
  { ids: "E-651", message: "transferLine", member: "apiCustom", type: "String", need: "optional" }
]

/**
 * The rows of the platform contract.
 */
import { ErpV1 } from "@crossdock/core"
import * as Contracts from "../../Contracts.ts"
import type { ContractRows } from "../ContractRows.ts"
import * as Creates from "./Creates.ts"
import * as ErpReports from "./ErpReports.ts"
import * as OrderAddress from "./OrderAddress.ts"
import * as OrderContent from "./OrderContent.ts"
import * as OrderKinds from "./OrderKinds.ts"
import * as ShopAccess from "./ShopAccess.ts"
import * as ShipmentKinds from "./ShipmentKinds.ts"

export const rows: ContractRows = {
  ...Contracts.platformSupport,
  linkTables: ["shop_state", "issued_token", "order_sync", "order_reread", "untaken_order", "published_stock", "stock_failure"],
  deliveriesOfLinks: [ErpV1.ReceivePlatformOrder.name, ErpV1.ReceiveRefund.name],
  closing: [ShopAccess.end],
  kinds: [OrderKinds.kind, ShipmentKinds.fulfillment, ShipmentKinds.shipment],
  creates: Creates.all,
  completions: [OrderAddress.completion, ErpReports.completion],
  contents: [OrderContent.contents],
  reactions: [ErpReports.reaction]
}

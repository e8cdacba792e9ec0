/**
 * Completes reports of a warehouse that did not name their warehouse: the create may have been settled since, which says it.
 */
import { ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import { Mapping } from "../../mapping/NameMapping.ts"
import type { Completion } from "../../outbox/PayloadCompletion.ts"
import type { OrderKind } from "./OrderKinds.ts"
import { Database } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import * as WarehouseCodes from "./WarehouseCodes.ts"

interface Report {
  readonly warehouseCode?: string
  readonly asnNumber?: string
  readonly orderNumber?: string
  readonly document?: { readonly orderNumber: string }
}

/** The operations whose messages name a warehouse, and which kind of order they are about. */
const reports: ReadonlyMap<string, OrderKind> = new Map([
  [ErpV1.ReceiveOutboundStatus.name, "outbound"],
  [ErpV1.ReceiveShipments.name, "outbound"],
  [ErpV1.ReceiveReturn.name, "outbound"],
  [ErpV1.ReceiveInboundProgress.name, "inbound"]
])

export const completion = Effect.gen(function*() {
  const connections = yield* Connections
  const codes = WarehouseCodes.make({ db: yield* Database, vault: yield* Vault, mapping: yield* Mapping })
  return {
    operations: [...reports.keys()],
    complete: Effect.fnUntraced(function*({ operation, scope }, payload) {
      const link = connections.linkOf(scope)
      const kind = reports.get(operation)
      const report = payload as Report
      const number = report.asnNumber ?? report.orderNumber ?? report.document?.orderNumber
      if (link === undefined || kind === undefined || number === undefined || report.warehouseCode !== undefined) return payload
      const code = yield* codes.ofNumber(kind, link, number)
      return code === undefined ? payload : { ...report, warehouseCode: code }
    })
  } satisfies Completion as Completion
})

import { erpOpenApi } from "./ErpOpenApi.ts"
import { gateway } from "./Gateway.ts"
import type { Described } from "./Model.ts"
import { platformEnvelope } from "./PlatformEnvelope.ts"
import { warehouseEnvelope } from "./WarehouseEnvelope.ts"

/** The four protocols. */
export const protocols: ReadonlyArray<Described> = [warehouseEnvelope, gateway, platformEnvelope, erpOpenApi]

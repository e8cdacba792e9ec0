export { warehouseGateway } from "./Adapter.ts"
export { Settings } from "./Settings.ts"
export { type AuthFields, type TypeSettings, type WarehouseType, warehouseGatewayOf } from "./WarehouseType.ts"

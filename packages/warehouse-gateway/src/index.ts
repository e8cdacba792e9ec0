export { warehouseGateway } from "./Adapter.ts"
export { Settings } from "./Settings.ts"

export { warehouseEnvelope } from "./Adapter.ts"
export { Settings } from "./Settings.ts"

export { vendure } from "./Adapter.ts"
export { Settings } from "./Settings.ts"

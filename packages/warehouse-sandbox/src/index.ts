export { sandbox, sandboxCore, sandboxFull, sandboxLean } from "./Adapter.ts"
export { storedRecords, type StoredRecords } from "./StoredRecords.ts"
export { magicSkus, type MagicSku } from "./MagicSkus.ts"
export { Settings } from "./Settings.ts"

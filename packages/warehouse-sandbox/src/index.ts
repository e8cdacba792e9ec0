export { sandbox, sandboxCore, sandboxFull, sandboxLean } from "./Adapter.ts"
export { books, type Books } from "./Books.ts"
export { magicSkus, type MagicSku } from "./Magic.ts"
export { Settings } from "./Settings.ts"

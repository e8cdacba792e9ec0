/** The case stock with fastify, ajv and undici. PORT, PEER_URL. */
import { caller } from "../common/Caller.ts"
import { failures } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"
import { stock, type StockPage } from "../common/Stock.ts"
import { listen, make, serve } from "./App.ts"
import { isStockPage, stockPage } from "./Schemas.ts"

const peer = new URL(settings.peerUrl)
const pageOf = (told: unknown): StockPage | undefined => isStockPage(told) ? told as unknown as StockPage : undefined
const read = stock(peer.pathname, caller(peer.origin, 20_000), pageOf)

const app = make()
serve(app, { path: "/warehouse", failure: failures.warehouse, response: stockPage, operations: { syncInventory: (content) => read(content) } })
await listen(app)

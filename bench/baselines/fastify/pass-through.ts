/** The case pass-through with fastify, ajv and undici. PORT, DATA (folder), PEER_URL, FORM (plain, grouped or durable), DATABASE_URL. */
import { open } from "../books/Open.ts"
import { caller } from "../common/Caller.ts"
import { intents } from "../common/Intents.ts"
import { failures } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"
import { listen, make, serve } from "./App.ts"
import { orderOf } from "./Order.ts"
import { answer, isAnswer } from "./Schemas.ts"

const numberOf = (told: any): string | undefined => {
  const isGood: boolean = isAnswer(told) && told.success === true
  return isGood ? told.data.warehouseOrderNumber : undefined
}

const peer = new URL(settings.peerUrl)
const create = intents(await (await open(settings)).intents(), peer.pathname, caller(peer.origin, 20_000), numberOf)

const app = make()
serve(app, {
  path: "/warehouse",
  failure: failures.warehouse,
  response: answer,
  operations: { createOrder: async (content, raw) => ({ success: true, data: { warehouseOrderNumber: await create(orderOf(content), raw) } }) }
})
await listen(app)

/** The case pass-through with node:http alone. Reads PORT, DATA (folder) and PEER_URL. */
import { open } from "../books/Open.ts"
import { caller } from "../common/Caller.ts"
import { intents } from "../common/Intents.ts"
import { failures } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"
import { orderOf } from "./Order.ts"
import { door, listen } from "./Server.ts"

const numberOf = (told: any): string | undefined => {
  const number: unknown = told?.success === true ? told.data?.warehouseOrderNumber : undefined
  return typeof number === "string" && number !== "" ? number : undefined
}

const peer = new URL(settings.peerUrl)
const create = intents(await (await open(settings)).intents(), peer.pathname, caller(peer.origin, 20_000), numberOf)

listen({
  "/warehouse": door(failures.warehouse, {
    createOrder: async (content, raw) => ({ success: true, data: { warehouseOrderNumber: await create(orderOf(content), raw) } })
  })
})

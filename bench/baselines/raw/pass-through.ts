/** The case pass-through with node:http alone. Reads PORT, DATA (folder) and PEER_URL. */
import { caller } from "../common/Caller.ts"
import { intents } from "../common/Intents.ts"
import { failures } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"
import { open } from "../common/Store.ts"
import { orderOf } from "./Order.ts"
import { door, listen } from "./Server.ts"

const numberOf = (told: any): string | undefined => {
  const number: unknown = told?.success === true ? told.data?.warehouseOrderNumber : undefined
  return typeof number === "string" && number !== "" ? number : undefined
}

const peer = new URL(settings.peerUrl)
const create = intents(open(settings.file, settings.form), peer.pathname, caller(peer.origin, 20_000), numberOf)

listen({
  "/warehouse": door(failures.warehouse, {
    createOrder: async (content) => ({ success: true, data: { warehouseOrderNumber: await create(orderOf(content)) } })
  })
})

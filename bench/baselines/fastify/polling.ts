/** The case polling with undici, ajv and node:sqlite. PORT, DATA (folder), PEER_URL, SEED, PREFIX, POLL_MS. */
import { openOrders } from "../books/OpenOrders.ts"
import { open } from "../books/Store.ts"
import { caller } from "../common/Caller.ts"
import { poll, type Status } from "../common/Polling.ts"
import { settings } from "../common/Settings.ts"
import { listen, make } from "./App.ts"
import { isOrderList } from "./Schemas.ts"

const peer = new URL(settings.peerUrl)
const statusesOf = (told: unknown): ReadonlyArray<Status> => {
  if (!isOrderList(told)) throw new Error("not the answer of a warehouse")
  return (told as unknown as { readonly data: ReadonlyArray<Status> }).data
}
poll(openOrders(open(settings.file, "grouped"), settings), peer.pathname, caller(peer.origin, 20_000), settings.pollMs, statusesOf)

await listen(make())

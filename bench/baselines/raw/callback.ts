/**
 * Callbacks of a warehouse by hand on node:http, answered after the commit. What is owed goes out by `drain.ts`.
 * PORT, DATA (folder), PEER_URL (the ERP), PAUSED, SEED, PREFIX.
 */
import { inbox } from "../common/Inbox.ts"
import { failures } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"
import { open } from "../common/Store.ts"
import { drain } from "./drain.ts"
import { asnReportOf, orderReportOf } from "./Reports.ts"
import { door, listen } from "./Server.ts"

const store = open(settings.file, settings.form)
const { counts, takeAsn, takeOrder } = inbox(store, settings)
const sender = drain(store, settings.peerUrl)

/** The answer after the commit; what is owed goes out beside it. */
const taken = async (commit: Promise<void>) => {
  await commit
  sender.wake()
  return { success: "true" }
}

listen({
  "/callbacks/house/sys/automatic/receiveOdo/bench": door(failures.callback, {
    pushOrderInfo: (content) => taken(takeOrder(orderReportOf(content), JSON.stringify(content)))
  }),
  "/callbacks/house/sys/automatic/receiveAsn/bench": door(failures.callback, {
    pushAsnInfo: (content) => taken(takeAsn(asnReportOf(content), JSON.stringify(content)))
  })
}, {
  "/_counts": counts,
  "/_resume": () => {
    sender.resume()
    return {}
  }
})
if (!settings.isPaused) sender.resume()

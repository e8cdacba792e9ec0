/**
 * Receives callbacks of a warehouse with node:http alone, and answers after the commit. `drain.ts` sends the deliveries.
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

/** Answers after the commit; deliveries are sent independently. */
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

/**
 * Receives callbacks of a warehouse with node:http alone, and answers after the commit. `drain.ts` sends the deliveries.
 * PORT, DATA (folder), PEER_URL (the ERP), PAUSED, SEED, PREFIX.
 */
import { open } from "../books/Open.ts"
import { failures } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"
import { drain } from "./drain.ts"
import { asnReportOf, orderReportOf } from "./Reports.ts"
import { door, listen } from "./Server.ts"

const { counts, deliveries, takeAsn, takeOrder } = await (await open(settings)).reports()
const sender = drain(deliveries, settings.peerUrl)

/** Answers after the commit; deliveries are sent independently. */
const taken = async (commit: Promise<void>) => {
  await commit
  sender.wake()
  return { success: "true" }
}

listen({
  "/callbacks/house/sys/automatic/receiveOdo/bench": door(failures.callback, {
    pushOrderInfo: (content, raw) => taken(takeOrder(orderReportOf(content), content, raw))
  }),
  "/callbacks/house/sys/automatic/receiveAsn/bench": door(failures.callback, {
    pushAsnInfo: (content, raw) => taken(takeAsn(asnReportOf(content), content, raw))
  })
}, {
  "/_counts": counts,
  "/_resume": () => {
    sender.resume()
    return {}
  }
})
if (!settings.isPaused) sender.resume()

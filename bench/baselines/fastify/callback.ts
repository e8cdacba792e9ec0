/**
 * Receives callbacks of a warehouse with fastify and ajv, and answers after the commit. `drain.ts` sends the deliveries.
 * PORT, DATA (folder), PEER_URL (the ERP), FORM (plain or grouped), PAUSED, SEED, PREFIX.
 */
import { inbox } from "../common/Inbox.ts"
import { failures } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"
import { open } from "../common/Store.ts"
import { listen, make, serve } from "./App.ts"
import { drain } from "./drain.ts"
import { asnReportOf, orderReportOf } from "./Reports.ts"

const store = open(settings.file, settings.form)
const { counts, takeAsn, takeOrder } = inbox(store, settings)
const sender = drain(store, settings.peerUrl)

/** Answers after the commit; deliveries are sent independently. */
const taken = async (commit: Promise<void>) => {
  await commit
  sender.wake()
  return { success: "true" }
}

const app = make()
const response = { type: "object", properties: { success: { type: "string" } } }
const door = { failure: failures.callback, response }
serve(app, {
  ...door,
  path: "/callbacks/house/sys/automatic/receiveOdo/bench",
  operations: { pushOrderInfo: (content) => taken(takeOrder(orderReportOf(content), JSON.stringify(content))) }
})
serve(app, {
  ...door,
  path: "/callbacks/house/sys/automatic/receiveAsn/bench",
  operations: { pushAsnInfo: (content) => taken(takeAsn(asnReportOf(content), JSON.stringify(content))) }
})
app.get("/_counts", counts)
app.get("/_resume", () => {
  sender.resume()
  return {}
})
await listen(app)
if (!settings.isPaused) sender.resume()

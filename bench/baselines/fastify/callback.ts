/**
 * Receives callbacks of a warehouse with fastify and ajv, and answers after the commit. `drain.ts` sends the deliveries.
 * PORT, DATA (folder), PEER_URL (the ERP), FORM (plain, grouped or durable), DATABASE_URL, PAUSED, SEED, PREFIX.
 */
import { open } from "../books/Open.ts"
import { failures } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"
import { listen, make, serve } from "./App.ts"
import { drain } from "./drain.ts"
import { asnReportOf, orderReportOf } from "./Reports.ts"

const { counts, deliveries, takeAsn, takeOrder } = await (await open(settings)).reports()
const sender = drain(deliveries, settings.peerUrl)

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
  operations: { pushOrderInfo: (content, raw) => taken(takeOrder(orderReportOf(content), content, raw)) }
})
serve(app, {
  ...door,
  path: "/callbacks/house/sys/automatic/receiveAsn/bench",
  operations: { pushAsnInfo: (content, raw) => taken(takeAsn(asnReportOf(content), content, raw)) }
})
app.get("/_counts", counts)
app.get("/_resume", () => {
  sender.resume()
  return {}
})
await listen(app)
if (!settings.isPaused) sender.resume()

/** A provider of document 1 that refuses our secret: the log, the commands and the ERP show it, and the connection is paused. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, it, onTestFinished } from "vitest"
import { call } from "../support/envelope.ts"
import { eventually } from "../support/processes.ts"
import { homeOf } from "../support/runner.ts"
import { orderOf, shop } from "../support/world.ts"

/** A provider that refuses every call with this text; without a text it accepts all orders and ships none. */
const startProvider = async () => {
  const provider = { refusal: undefined as string | undefined, asked: 0, url: "" }
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      provider.asked++
      const data = { orderNumber: "SO-1", warehouseOrderNumber: "P-1", status: "SENDING", wmsStatus: "NEW" }
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(provider.refusal === undefined ? { success: true, data } : { success: false, message: provider.refusal }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}

const startBoth = async () => {
  const provider = await startProvider()
  const home = await homeOf({ composition: "envelope.config.ts", env: { CROSSDOCK_ERP_URL: provider.url, E2E_SERVICE_URL: provider.url } })
  onTestFinished(home.remove)
  const running = await home.start()
  const ask = async (number: string, more: object = {}) =>
    (await call({ ...shop, url: home.service, method: "createOrder", content: orderOf(number), ...more })).json
  return { ask, home, provider, running }
}

it("pauses the connection, tells the provider's words once in the log and in each command, and leaves no order doubtful (U-10)", async () => {
  const { ask, home, provider, running } = await startBoth()
  assert.isTrue((await ask("SO-1")).success)

  // Polls were refused several times; the log has one line without a stack trace.
  provider.refusal = "bad sign"
  await eventually(async () => (await home.admin("/connections/house")).pollsFail)
  const before = provider.asked
  await eventually(async () => (provider.asked > before + 3 ? true : undefined))
  assert.match((await home.crossdock("connections", "ls")).out, /house .*failing since .*: .*bad sign/)
  const lines = running.stdout().split("\n").filter((line) => line.includes("bad sign"))
  assert.lengthOf(lines, 1)
  assert.include(lines[0], "polls fail")
  assert.notInclude(lines[0], ".js:")

  // A wrong signature of the caller is refused and pauses nothing.
  assert.match((await ask("SO-2", { sign: "0".repeat(40) })).message, /^SIGNATURE_INVALID/)
  assert.isUndefined((await home.admin("/connections/house")).paused)

  assert.match((await ask("SO-2")).message, /^CONNECTION_PAUSED: /)
  assert.match((await home.crossdock("connections", "ls")).out, /house .*paused: bad sign/)
  const doctor = await home.crossdock("doctor")
  assert.match(doctor.out, /1 orders wait because the connection is paused: bad sign/)
  assert.include(doctor.out, "crossdock connections resume house")
  assert.strictEqual((await home.admin("/intents?state=Doubtful")).items.length, 0)
  const test = await home.crossdock("connections", "test", "house")
  assert.match(test.out, /FAILED +credentials +refused: bad sign; correct the credential in the settings/)

  provider.refusal = undefined
  assert.match((await home.crossdock("connections", "resume", "house")).out, /1 held orders continue/)
  await eventually(async () => ((await home.admin("/intents?state=Delivered")).items.length === 2 ? true : undefined))
})

it("prints the setting to write where the provider says it in other words", async () => {
  const { home, provider } = await startBoth()
  provider.refusal = "who are you"
  const test = await home.crossdock("connections", "test", "house")
  assert.strictEqual(test.code, 1)
  assert.include(test.out, "an unknown fault: who are you; ")
  assert.include(test.out, "listedFaults: {\"who are you\": \"credential-rejected\"}")
})

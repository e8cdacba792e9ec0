// Boots a headless Vendure on loopback with a database in memory, which is empty on each boot. Started by tools/peers/vendure.mjs
// in the folder that Vendure is installed in. Environment: PORT, VENDURE_USER, VENDURE_PASSWORD. Prints READY when it answers.
import { createRequire } from "node:module"
import { join } from "node:path"

process.env.VENDURE_DISABLE_TELEMETRY = "true"
const require = createRequire(join(process.cwd(), "package.json"))
const { bootstrap, DefaultLogger, dummyPaymentHandler, LogLevel, manualFulfillmentHandler } = require("@vendure/core")

/** A buyer of a test names the code of the order in this header, so that a test knows it before. */
const codeHeader = "x-order-code"
let count = 0

bootstrap({
  apiOptions: { hostname: "127.0.0.1", port: Number(process.env.PORT), adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    tokenMethod: ["bearer", "api-key"],
    superadminCredentials: { identifier: process.env.VENDURE_USER, password: process.env.VENDURE_PASSWORD },
    requireVerification: false
  },
  orderOptions: { orderCodeStrategy: { generate: ({ req }) => req?.headers[codeHeader] ?? `ORDER-${++count}` } },
  dbConnectionOptions: { type: "sqljs", location: undefined, autoSave: false, synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  shippingOptions: { fulfillmentHandlers: [manualFulfillmentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  plugins: []
}).then(
  () => process.stdout.write("READY\n"),
  (error) => {
    process.stderr.write(`${error?.stack ?? error}\n`)
    process.exit(1)
  }
)

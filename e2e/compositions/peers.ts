/** The connections to real peers that several compositions have. Times are short, so that tests are fast. */
import { env } from "@crossdock/config"

/** A Vendure server. */
export const vendureShop = {
  id: "shop",
  plugin: "platform-vendure",
  timeZone: "UTC",
  environment: "test",
  visibilityDelay: "1 second",
  callsPerSecond: 100,
  settings: { adminApiUrl: env("VENDURE_ADMIN_API"), apiKey: env("VENDURE_API_KEY") }
} as const

/** A Tryton server with one warehouse. */
export const trytonHouse = {
  id: "house",
  plugin: "warehouse-tryton",
  timeZone: "UTC",
  environment: "test",
  pollInterval: "500 millis",
  visibilityDelay: "1 second",
  callsPerSecond: 100,
  settings: { baseUrl: env("TRYTON_URL"), database: env("TRYTON_DATABASE"), user: "admin", password: env("TRYTON_PASSWORD"), supplier: "SUPPLIER", currency: "EUR" }
} as const

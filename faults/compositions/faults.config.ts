/**
 * One ERP and one provider of document 1 with one link; the runs set the times by environment variables. A run may add
 * another ERP with its own provider, a provider that cannot be asked, two merchants at one provider, each with a prefix and an ERP, or a shop of the first ERP.
 */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { platformEnvelopeSigned } from "@crossdock/platform-envelope"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import { muteWarehouse } from "./MuteWarehouse.ts"

const { FAULTS_AT_ONCE, FAULTS_MERCHANTS, FAULTS_MUTE, FAULTS_NODES, FAULTS_ON_DEAD, FAULTS_OTHER_ERP_URL, FAULTS_POLL, FAULTS_RATE, FAULTS_SCHEDULE, FAULTS_SHOP_URL, FAULTS_VISIBILITY, FAULTS_DEADLINE } = process.env

/** Whether the provider cannot be asked for the orders that it has. */
const isMute = FAULTS_MUTE === "1"

const erp = (id: string, address: string, accessId = "acc-shop") => ({
  id,
  plugin: "erp-open-api",
  deliveriesAtOnce: Number(FAULTS_AT_ONCE),
  onDead: FAULTS_ON_DEAD === "continue" ? "continue" : "hold",
  settings: { baseUrl: env(address), accessId, secretKey: "shop-secret", warehouseExtraType: "faults" }
} as const)

const provider = (id: string, address: string) => ({
  id,
  plugin: isMute ? "warehouse-mute" : "warehouse-envelope",
  // The simulated provider also reports orders that the runner did not create.
  foreignEvents: "adopt",
  environment: "test",
  pollInterval: `${Number(FAULTS_POLL)} millis`,
  visibilityDelay: `${Number(FAULTS_VISIBILITY)} millis`,
  callsPerSecond: Number(FAULTS_RATE),
  settings: {
    serviceUrl: env(address),
    accessId: "acc-demo",
    secretKey: "demo-secret",
    callbacks: { warehouseExtraType: "faults" }
  }
} as const)

/** A shop that is asked for an hour at a time, so that a past of days has many pages. */
const shop = {
  id: "shop",
  plugin: "platform-envelope-signed",
  environment: "test",
  pollInterval: "300 millis",
  visibilityDelay: `${Number(FAULTS_VISIBILITY)} millis`,
  callsPerSecond: 1000,
  settings: { serviceUrl: env("FAULTS_SHOP_URL"), accessId: "acc-demo", secretKey: "demo-secret", platform: "faults", shopId: "1", profile: { updateWindowHours: "1" } }
} as const

const hasShop = FAULTS_SHOP_URL !== undefined
const hasOther = FAULTS_OTHER_ERP_URL !== undefined
const hasTwo = FAULTS_MERCHANTS === "2"

const shopLink = (erpId: string, id: string, shopId: string, onlineShopId: string | undefined) =>
  ({ erp: erpId, peer: "shop", protocol: "platform", id, secretKey: "shop-secret", shop: { platform: "faults", shopId, ...(onlineShopId !== undefined && { onlineShopId }) } }) as const

export default defineRunner({
  plugins: [erpOpenApi, platformEnvelopeSigned, isMute ? muteWarehouse : warehouseEnvelope],
  connections: [
    erp("erp", "CROSSDOCK_ERP_URL"),
    provider("house", "FAULTS_SERVICE_URL"),
    ...(hasShop ? [shop] : []),
    ...(hasTwo ? [erp("south-erp", "CROSSDOCK_ERP_URL", "acc-south")] : []),
    ...(hasOther ? [erp("other-erp", "FAULTS_OTHER_ERP_URL"), provider("other-house", "FAULTS_OTHER_SERVICE_URL")] : [])
  ],
  links: [
    { erp: "erp", peer: "house", protocol: "warehouse", id: "acc-shop", secretKey: "shop-secret", ...(hasTwo && { prefix: "N-" }) },
    ...(hasShop ? [shopLink("erp", "acc-shop", "1", hasTwo ? "N" : undefined)] : []),
    ...(hasShop && hasTwo ? [shopLink("south-erp", "acc-south", "2", "S")] : []),
    ...(hasTwo ? [{ erp: "south-erp", peer: "house", protocol: "warehouse", id: "acc-south", secretKey: "shop-secret", prefix: "S-" } as const] : []),
    ...(hasOther ? [{ erp: "other-erp", peer: "other-house", protocol: "warehouse", id: "acc-other", secretKey: "shop-secret" } as const] : [])
  ],
  server: { callerDeadline: `${Number(FAULTS_DEADLINE)} millis`, nodes: FAULTS_NODES === "several" ? "several" : "one" },
  delivery: { schedule: (FAULTS_SCHEDULE ?? "").split(",").map((gap) => `${Number(gap)} millis` as const) }
})

/** The environment of a runner, from the options of its run and the addresses of its peers. */
import type { Options } from "./World.ts"

const quick = [0, 200, 200, 500, 500, 1000, 1000, 1000, 2000, 2000, 2000, 2000, 2000]

/** Milliseconds before each attempt of a delivery. */
export const scheduleOf = ({ schedule = quick }: Pick<Options, "schedule">): ReadonlyArray<number> => schedule

/** The last part of the address at which the provider of the other ERP is called. */
export const otherPath = "other"

/** Milliseconds. */
export const visibilityDelayOf = ({ visibilityDelay = 400 }: Pick<Options, "visibilityDelay">): number => visibilityDelay

export interface Addresses {
  /** The port of the proxy before the ERP. */
  readonly erpProxy: number
  /** The port of the ERP itself. */
  readonly erp: number
  readonly provider: string
  readonly shop: string | undefined
}

export const environmentOf = (options: Options, addresses: Addresses): Readonly<Record<string, string>> => ({
  CROSSDOCK_ERP_URL: options.erpUrl?.(addresses.erpProxy) ?? `http://127.0.0.1:${addresses.erpProxy}`,
  FAULTS_SERVICE_URL: options.serviceUrl?.(addresses.provider) ?? addresses.provider,
  ...(options.hasOther === true && { FAULTS_OTHER_ERP_URL: `http://127.0.0.1:${addresses.erp}`, FAULTS_OTHER_SERVICE_URL: `${addresses.provider}/${otherPath}` }),
  ...(addresses.shop !== undefined && { FAULTS_SHOP_URL: addresses.shop }),
  FAULTS_POLL: options.hasWarehouse === true ? "300" : "3600000",
  FAULTS_VISIBILITY: String(visibilityDelayOf(options)),
  FAULTS_DEADLINE: String(options.callerDeadline ?? 4000),
  FAULTS_AT_ONCE: String(options.deliveriesAtOnce ?? 32),
  FAULTS_RATE: String(options.callsPerSecond ?? 1000),
  // A shorter delay is refused with several nodes.
  ...((options.nodes ?? 1) > 1 && (options.visibilityDelay ?? 0) >= 40_000 && { FAULTS_NODES: "several" }),
  FAULTS_SCHEDULE: scheduleOf(options).join(","),
  FAULTS_MERCHANTS: String(options.merchants ?? 1),
  ...(options.isMute === true && { FAULTS_MUTE: "1" }),
  FAULTS_ON_DEAD: options.onDead ?? "hold",
  ...options.env
})

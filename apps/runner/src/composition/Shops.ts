/**
 * Shops of callers on the platform route: how a caller names one, and at which hosts its orders and labels may be.
 */
import type { Shop } from "@crossdock/config"
import type * as Redacted from "effect/Redacted"
import { type Checker, type Problem, secretOf } from "./Checker.ts"

/** The shop of a caller on the platform route. */
export interface ConnectedShop {
  readonly platform: string
  readonly shopId: string
  readonly onlineShopId: string | undefined
  /** What getToken exchanges for tokens. */
  readonly code: Redacted.Redacted | undefined
  /** Where the caller may have its orders sent: hosts as `name` or `name:port`, and origins such as `http://erp.internal:8080`. */
  readonly webHookHosts: ReadonlyArray<string>
  /** Where labels may be fetched: hosts as `name` or `name:port`, and origins such as `http://labels.internal:8080`. */
  readonly labelHosts: ReadonlyArray<string>
}

/** How a caller names a shop. */
export interface NamedShop {
  readonly platform: string
  readonly shopId: string
  readonly onlineShopId?: string | undefined
}

/** What tells the shop of a caller from the others. */
export const shopText = ({ onlineShopId = "", platform, shopId }: NamedShop): ReadonlyArray<string> => onlineShopId === "" ? [platform, shopId] : [platform, shopId, onlineShopId]

/** Problems of the name of a shop, each with its place below the entrance. */
export const shopProblems = ({ shop }: { readonly shop?: NamedShop | undefined }): ReadonlyArray<Problem> =>
  shop === undefined
    ? [{ path: "/shop", message: "a platform caller needs a shop; write the platform and the shopId that it sends" }]
    : [
      ...typeof shop.platform === "string" && shop.platform !== "" ? [] : [{ path: "/shop/platform", message: "write the word for the platform that the caller sends" }],
      ...typeof shop.shopId === "string" && /^\d{1,19}$/.test(shop.shopId) ? [] : [{ path: "/shop/shopId", message: "write the ERP's id of the shop as a text of digits, such as \"1\"" }]
    ]

/** A host with or without a port, and nothing else of an address. */
const isHost = (written: unknown): boolean => {
  const url = typeof written === "string" ? URL.parse(`https://${written}`) : null
  return url !== null && written !== "" && `${url.username}${url.password}${url.search}${url.hash}` === "" && url.pathname === "/" && !/[/?#@*]/.test(String(written))
}

/** An http or https address without anything behind its host. */
const isOrigin = (written: unknown): boolean => typeof written === "string" && /^https?:\/\/[^/]+$/i.test(written) && isHost(written.replace(/^https?:\/\//i, ""))

/** Of https the host alone is written. */
const isOfHttp = (written: unknown): boolean => typeof written === "string" && /^http:/i.test(written)

/** Reads a list of hosts. Each element must pass `isValid`; `such` says how one is written. */
const hostsOf = (at: Checker, written: ReadonlyArray<string> | undefined, path: string, isValid: (host: unknown) => boolean, such: string): ReadonlyArray<string> => {
  if (written === undefined) return []
  if (!Array.isArray(written)) {
    at.problem(path, "the value must be a list of hosts, such as [\"erp.example\"]")
    return []
  }
  written.forEach((host, index) => {
    if (!isValid(host)) at.problem(`${path}/${index}`, `${JSON.stringify(host)} is not a host; write one such as ${such}`)
  })
  return written
}

export const shopOf = (at: Checker, written: Shop, path: string): ConnectedShop => ({
  platform: written.platform,
  shopId: written.shopId,
  onlineShopId: written.onlineShopId,
  code: written.code === undefined ? undefined : secretOf(at, written.code, `${path}/code`),
  webHookHosts: hostsOf(at, written.webHookHosts, `${path}/webHookHosts`, (host) => isHost(host) || (isOrigin(host) && isOfHttp(host)), "erp.example, erp.example:8443 or http://erp.internal:8080"),
  labelHosts: hostsOf(at, written.labelHosts, `${path}/labelHosts`, (host) => isHost(host) || isOrigin(host), "labels.example, labels.example:8443 or http://labels.internal:8080")
})

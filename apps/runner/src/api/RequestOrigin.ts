/**
 * Where a request to the admin API comes from: its address, whether it came by TLS, and whether a page of another site sent it.
 */
import { cookieName } from "@crossdock/admin-api"
import type { HttpServerRequest } from "effect/http"
import * as Option from "effect/Option"
import { isLoopback } from "../AdminHosts.ts"
import type { Proxies } from "../http/TrustedProxies.ts"

export interface RequestOrigin {
  /** Of the caller; behind trusted proxies as they report it. */
  readonly address: string | undefined
  readonly isTls: boolean
  /** Whether it was addressed as this machine. */
  readonly isNear: boolean
  readonly cookie: { readonly name: string; readonly isSecure: boolean }
  /** Whether it came from a page of this host, or from no page. */
  readonly isOwn: boolean
}

const hostOf = (header: string): string => header.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1").toLowerCase()
const portOf = (header: string): string => /:(\d+)$/.exec(header)?.[1] ?? "80"

/** Whether the header `Origin` names the host under which the request came. */
const isSame = (origin: string, host: string, isTls: boolean): boolean => {
  const expected = `${isTls ? "https" : "http"}://${host}`
  return URL.canParse(origin) && URL.canParse(expected) && new URL(origin).origin === new URL(expected).origin
}

export const of = (request: HttpServerRequest.HttpServerRequest, { caller, isTrusted }: Proxies): RequestOrigin => {
  const { headers } = request
  const connected = Option.getOrUndefined(request.remoteAddress)
  const host = headers.host ?? ""
  const protocol = headers["x-forwarded-proto"]?.split(",").at(-1)?.trim().toLowerCase()
  const isTls = protocol === "https" && connected !== undefined && isTrusted(connected)
  const { origin, "sec-fetch-site": site } = headers
  return {
    address: caller(connected, headers["x-forwarded-for"]),
    isTls,
    isNear: isLoopback(hostOf(host)),
    // Not every browser takes `Secure` without TLS on this machine. Ports of a machine share their cookies, so the name has the port.
    cookie: isTls ? { name: cookieName, isSecure: true } : { name: `crossdock-${portOf(host)}`, isSecure: false },
    isOwn: (origin === undefined || isSame(origin, host, isTls)) && (site === undefined || site === "same-origin")
  }
}

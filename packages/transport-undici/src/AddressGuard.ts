/**
 * The guard before every address we call (U-86).
 *
 * What an operator wrote is trusted as written, private addresses included. What a caller or a peer gave must be https,
 * name an allow-listed host and resolve to public addresses alone. Addresses of cloud metadata are refused in every
 * case. A name is resolved once for each connection, and the connection uses the addresses that were checked.
 */
import * as Schema from "effect/Schema"
import type { LookupFunction } from "node:net"
import * as SpecialAddresses from "./SpecialAddresses.ts"

export interface Policy {
  /** Who wrote the address. */
  readonly trust: "operator" | "received"
  /**
   * `name` or `name:port`. For a received address the only hosts that may be called, on 443, 8443 or the port that is
   * named; absent: none. For an operator's address the only hosts, on any port; absent: all.
   */
  readonly hosts?: ReadonlyArray<string>
}

/** The address may not be called. Nothing was sent. */
export class AddressRefused extends Schema.TaggedError<AddressRefused>("@crossdock/transport-undici/AddressRefused")(
  "AddressRefused",
  {
    rule: Schema.Literals(["scheme", "user-info", "metadata", "host", "port", "not-public"]),
    message: Schema.String
  }
) {}

const refuse = (rule: AddressRefused["rule"], message: string) => new AddressRefused({ rule, message })

const nameOf = (host: string): string => host.toLowerCase().replace(/\.$/, "")

/** Written through `URL`, so that an entry and an address meet in one spelling. */
const isListed = (url: URL, entry: string): { readonly host: boolean; readonly port: boolean } => {
  const listed = new URL(`https://${entry}`)
  const namesPort = /:\d+$/.test(entry)
  return {
    host: nameOf(listed.hostname) === nameOf(url.hostname),
    port: url.port === "" || url.port === "8443" || (namesPort && url.port === listed.port)
  }
}

/** Why this address may not be called, as far as its text tells; absent: it may. */
export const check = (url: URL, policy: Policy): AddressRefused | undefined => {
  const isReceived = policy.trust === "received"
  if (isReceived ? url.protocol !== "https:" : url.protocol !== "https:" && url.protocol !== "http:") {
    return refuse("scheme", isReceived ? "an address that was received must be https" : `${url.protocol} is not http or https`)
  }
  if (url.username !== "" || url.password !== "") return refuse("user-info", "an address holds no user name or password")
  if (SpecialAddresses.isMetadataName(url.hostname)) return refuse("metadata", "addresses of cloud metadata are never called")
  const refused = SpecialAddresses.isAddress(url.hostname) ? checkAddress(url.hostname, policy) : undefined
  if (refused !== undefined) return refused
  if (!isReceived && policy.hosts === undefined) return undefined
  const listed = (policy.hosts ?? []).map((entry) => isListed(url, entry)).filter(({ host }) => host)
  if (listed.length === 0) return refuse("host", `${url.hostname} is not on the list of allowed hosts`)
  return isReceived && !listed.some(({ port }) => port)
    ? refuse("port", `port ${url.port} of ${url.hostname} is not on the list of allowed hosts`)
    : undefined
}

/** Why a resolved address may not be connected to; absent: it may. */
export const checkAddress = (address: string, { trust }: Policy): AddressRefused | undefined => {
  if (SpecialAddresses.isMetadata(address)) return refuse("metadata", "addresses of cloud metadata are never called")
  return trust === "received" && !SpecialAddresses.isPublic(address)
    ? refuse("not-public", "an address that was received must resolve to public addresses alone")
    : undefined
}

/** Resolves a name and lets a connection use the result only when every address of it may be connected to. */
export const guarded = (policy: Policy, lookup: LookupFunction): LookupFunction => (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, [])
    const addresses = typeof found === "string" ? [{ address: found, family: found.includes(":") ? 6 : 4 }] : found
    for (const { address } of addresses) {
      const refused = checkAddress(address, policy)
      if (refused !== undefined) return callback(refused, [])
    }
    const [first] = addresses
    if (options.all === true || first === undefined) return callback(null, addresses)
    callback(null, first.address, first.family)
  })

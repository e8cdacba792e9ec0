/**
 * Checks every address before a request is sent to it, against server-side request forgery (U-86).
 *
 * An address from an operator is trusted, also a private one. An address from a caller or a peer must be https, name an
 * allowed host and resolve to public addresses only. Addresses of cloud metadata services are always refused. A name is
 * resolved once per connection, and the connection uses the addresses that were checked.
 */
import * as Schema from "effect/Schema"
import type { LookupFunction } from "node:net"
import * as NonPublicRanges from "./NonPublicRanges.ts"

export interface Policy {
  /** Where the address comes from: an operator's settings, or a message that was received. */
  readonly trust: "operator" | "received"
  /**
   * Allowed hosts, as `name` or `name:port`. A received address must name one of them, with port 443, 8443 or the port of
   * the entry; by default none is allowed. An operator's address may use any port; by default all hosts are allowed.
   */
  readonly hosts?: ReadonlyArray<string>
}

/** The address is not allowed. Nothing was sent. */
export class AddressRefused extends Schema.TaggedError<AddressRefused>("@crossdock/transport-undici/AddressRefused")(
  "AddressRefused",
  {
    rule: Schema.Literals(["scheme", "user-info", "metadata", "host", "port", "not-public"]),
    message: Schema.String
  }
) {}

const refuse = (rule: AddressRefused["rule"], message: string) => new AddressRefused({ rule, message })

const nameOf = (host: string): string => host.toLowerCase().replace(/\.$/, "")

/** Compares an entry with an address. Both pass through `URL`, so that they have the same spelling. */
const isListed = (url: URL, entry: string): { readonly host: boolean; readonly port: boolean } => {
  const listed = new URL(`https://${entry}`)
  const namesPort = /:\d+$/.test(entry)
  return {
    host: nameOf(listed.hostname) === nameOf(url.hostname),
    port: url.port === "" || url.port === "8443" || (namesPort && url.port === listed.port)
  }
}

/** Checks a URL without resolving its name. Undefined if it is allowed. */
export const check = (url: URL, policy: Policy): AddressRefused | undefined => {
  const isReceived = policy.trust === "received"
  if (isReceived ? url.protocol !== "https:" : url.protocol !== "https:" && url.protocol !== "http:") {
    return refuse("scheme", isReceived ? "a received address must be https" : `${url.protocol} is not http or https`)
  }
  if (url.username !== "" || url.password !== "") return refuse("user-info", "an address must not contain a user name or password")
  if (NonPublicRanges.isMetadataName(url.hostname)) return refuse("metadata", "addresses of cloud metadata services are not allowed")
  const refused = NonPublicRanges.isAddress(url.hostname) ? checkAddress(url.hostname, policy) : undefined
  if (refused !== undefined) return refused
  if (!isReceived && policy.hosts === undefined) return undefined
  const listed = (policy.hosts ?? []).map((entry) => isListed(url, entry)).filter(({ host }) => host)
  if (listed.length === 0) return refuse("host", `${url.hostname} is not on the list of allowed hosts`)
  return isReceived && !listed.some(({ port }) => port)
    ? refuse("port", `port ${url.port} of ${url.hostname} is not on the list of allowed hosts`)
    : undefined
}

/** Checks a resolved address. Undefined if it is allowed. */
export const checkAddress = (address: string, { trust }: Policy): AddressRefused | undefined => {
  if (NonPublicRanges.isMetadata(address)) return refuse("metadata", "addresses of cloud metadata services are not allowed")
  return trust === "received" && !NonPublicRanges.isPublic(address)
    ? refuse("not-public", "a received address must resolve to public addresses only")
    : undefined
}

/** Wraps a lookup function: it fails unless every resolved address is allowed. */
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

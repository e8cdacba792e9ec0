/**
 * Decides which addresses of labels the runner may fetch: those that the operator has listed in `labelHosts` of the shop (U-86).
 */
import { AddressGuard } from "@crossdock/transport-undici"

/** An address that may be fetched, under the policy that its connection must keep. */
export interface Allowed {
  readonly url: URL
  readonly policy: AddressGuard.Policy
}

/** An address that is never fetched. */
export interface NotAllowed {
  /** The host of the address. Undefined if the text is not an address. */
  readonly host: string | undefined
  readonly because: string
}

/** Whether an entry is a whole origin such as `http://labels.internal:8080`, which is trusted as the operator wrote it. */
export const isOrigin = (entry: string): boolean => /^https?:\/\//i.test(entry)

/** Compares an entry that is an origin with an address; an address never matches an entry without a scheme. */
const isAt = (url: URL, entry: string): boolean => isOrigin(entry) && URL.parse(entry)?.origin === url.origin

/**
 * Checks the text of an address against the list of a shop. Hosts (`name` or `name:port`) allow https to public addresses alone;
 * origins allow what they say, and private addresses too. Addresses of cloud metadata services are refused in every case.
 */
export const check = (text: string, hosts: ReadonlyArray<string>): Allowed | NotAllowed => {
  const url = URL.parse(text)
  if (url === null) return { host: undefined, because: "it is not an address" }
  const policy: AddressGuard.Policy = hosts.some((entry) => isAt(url, entry))
    ? { trust: "operator" }
    : { trust: "received", hosts: hosts.filter((entry) => !isOrigin(entry)) }
  const refused = AddressGuard.check(url, policy)
  return refused === undefined ? { url, policy } : { host: url.host, because: refused.message }
}

export const isAllowed = (checked: Allowed | NotAllowed): checked is Allowed => "url" in checked

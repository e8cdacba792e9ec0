/**
 * The hosts under which the admin listener is addressed. A page in a browser could resolve a name of its own to this machine and so reach
 * the listener (DNS rebinding); an address in digits cannot be bent that way.
 */
import { isIP } from "node:net"

export const loopback = "127.0.0.1"

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, "$1").toLowerCase()

/** Whether a listener at this address takes calls from this machine alone. */
export const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))

/** The address at which a program on this machine reaches a listener. */
export const nearAddress = (host: string): string => isLoopback(host) || host === "0.0.0.0" || host === "::" ? loopback : host

/** The host of a URL, in brackets if it has colons. */
export const inUrl = (host: string): string => host.includes(":") ? `[${host}]` : host

/** Returns whether a listener takes a request with this header `Host`: an address in digits, localhost, or a name that the operator lists. */
export const taking = (names: ReadonlyArray<string>) => {
  const known = new Set(["localhost", ...names.map(bare)])
  return (header: string | undefined): boolean => {
    if (header === undefined) return false
    const host = bare(header.replace(/:\d*$/, ""))
    return isIP(host) !== 0 || known.has(host)
  }
}

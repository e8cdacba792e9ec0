/**
 * Finds the address of a caller. Behind trusted proxies it is the last entry of `X-Forwarded-For` that is not such a
 * proxy. The header is read from right to left, because clients can write the entries on the left themselves.
 */
import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"

/** What is wrong with an entry of `server.trustedProxies`; undefined if it is valid. */
export const problemOf = (written: unknown): string | undefined => {
  const message = "the entry is neither an address nor a network; write one such as 127.0.0.1, 10.0.0.0/8 or fd00::/8"
  if (typeof written !== "string") return message
  const [address = "", bits, ...more] = written.split("/")
  const version = isIP(address)
  if (version === 0 || address.includes("%") || more.length > 0) return message
  if (bits === undefined) return undefined
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128) ? undefined : message
}

const familyOf = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6")

const listOf = (trusted: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const written of trusted) {
    const [address = "", bits] = written.split("/")
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** An IPv4 address as a dual-stack socket reports it: `::ffff:1.2.3.4`. */
const mapped = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\]):\d{1,5}$/

/** The network of a caller: of an IPv6 address its first 64 bits, because whoever has one address there has all of them. */
export const networkOf = (address: string): string => {
  const plain = address.replace(mapped, "")
  if (isIP(plain) !== 6) return plain
  const [head = "", tail] = plain.toLowerCase().replace(/%.*$/, "").split("::")
  const groupsOf = (text = "") => text === "" ? [] : text.split(":")
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  // An IPv4 address at the end stands for two groups.
  const left = 8 - first.length - last.length - (plain.includes(".") ? 1 : 0)
  const all = [...first, ...Array.from({ length: Math.max(0, left) }, () => "0"), ...last]
  return `${all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`
}

/** One entry of the header as an address; undefined if it is not one. */
const entryOf = (entry: string): string | undefined => {
  const text = entry.trim().replace(/^"(.*)"$/, "$1")
  const [, v4, v6] = withPort.exec(text) ?? []
  const address = (v4 ?? v6 ?? text.replace(/^\[([^\]]+)\]$/, "$1")).replace(mapped, "")
  return isIP(address) === 0 ? undefined : address
}

export type AddressOf = (message: IncomingMessage) => string | undefined

export interface Proxies {
  readonly isTrusted: (address: string) => boolean
  /** The address of a caller, by that of its connection and the header. */
  readonly caller: (connected: string | undefined, forwarded: string | undefined) => string | undefined
}

export const proxies = (trusted: ReadonlyArray<string>): Proxies => {
  if (trusted.length === 0) return { isTrusted: () => false, caller: (connected) => connected }
  const list = listOf(trusted)
  const isTrusted = (address: string) => isIP(address) !== 0 && list.check(address, familyOf(address))
  return {
    isTrusted: (address) => isTrusted(address.replace(mapped, "")),
    caller: (connected, forwarded = "") => {
      let address = connected?.replace(mapped, "")
      if (address === undefined) return undefined
      const hops = forwarded.split(",")
      while (isTrusted(address) && hops.length > 0) {
        const next = entryOf(hops.pop()!)
        if (next === undefined) return address
        address = next
      }
      return address
    }
  }
}

export const make = (trusted: ReadonlyArray<string>): AddressOf => {
  const { caller } = proxies(trusted)
  return ({ headers, socket }) => {
    const forwarded = headers["x-forwarded-for"]
    return caller(socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(",") : forwarded)
  }
}

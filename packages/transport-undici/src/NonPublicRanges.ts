/**
 * Addresses that are not allowed for received URLs: those of cloud metadata services, and all that are not public, by the
 * IANA special-purpose registries for IPv4 and IPv6.
 */
import { BlockList, isIP } from "node:net"

type Subnet = readonly [network: string, prefix: number]

/** Networks that are private, reserved, for documentation, for multicast, or that embed such addresses. */
const specialIpv4: ReadonlyArray<Subnet> = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4]
]

/** Parts of 2000::/3, the public range of IPv6, that are not public. */
const specialIpv6: ReadonlyArray<Subnet> = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20]
]

const metadataIpv4 = [
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "169.254.0.23",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192"
]

const metadataIpv6 = ["fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254"]

const metadataNames: ReadonlySet<string> = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.tencentyun.com",
  "instance-data",
  "instance-data.ec2.internal"
])

const blockList = (ipv4: ReadonlyArray<Subnet>, ipv6: ReadonlyArray<Subnet>): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of ipv4) list.addSubnet(network, prefix, "ipv4")
  for (const [network, prefix] of ipv6) list.addSubnet(network, prefix, "ipv6")
  return list
}

const hexadecimal = (ipv4: string): string =>
  ipv4.split(".").map((byte) => Number(byte).toString(16).padStart(2, "0")).join("").replace(/^(.{4})/, "$1:")

const special = blockList(specialIpv4, specialIpv6)
const global6 = blockList([], [["2000::", 3]])
/** Each IPv4 address also in the IPv6 forms that lead to it: NAT64, 6to4 and IPv4-compatible. `BlockList` handles IPv4-mapped ones. */
const metadata = blockList(
  metadataIpv4.map((address) => [address, 32]),
  [
    ...metadataIpv6.map((address): Subnet => [address, 128]),
    ...metadataIpv4.flatMap((address): ReadonlyArray<Subnet> => [
      [`::${address}`, 128],
      [`64:ff9b::${address}`, 128],
      [`64:ff9b:1::${address}`, 128],
      [`2002:${hexadecimal(address)}::`, 48]
    ])
  ]
)

const bare = (address: string): string => address.replace(/^\[|\]$/g, "").replace(/%.*$/, "")

/** Whether a host is an IPv4 or IPv6 address, with or without brackets and zone. */
export const isAddress = (host: string): boolean => isIP(bare(host)) !== 0

/** Whether a name is that of a cloud metadata service, which serves the credentials of a machine. */
export const isMetadataName = (host: string): boolean => metadataNames.has(host.toLowerCase().replace(/\.$/, ""))

/** Whether an address, in any spelling, is that of a cloud metadata service. */
export const isMetadata = (address: string): boolean => {
  const text = bare(address)
  return metadata.check(text, isIP(text) === 6 ? "ipv6" : "ipv4")
}

/** Whether an address is public. */
export const isPublic = (address: string): boolean => {
  const text = bare(address)
  switch (isIP(text)) {
    case 4:
      return !special.check(text, "ipv4")
    case 6:
      return global6.check(text, "ipv6") && !special.check(text, "ipv6")
    default:
      return false
  }
}

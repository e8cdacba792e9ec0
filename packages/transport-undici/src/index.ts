export * as AddressGuard from "./RefusedAddresses.ts"
export { layer, type Options } from "./TransportUndici.ts"

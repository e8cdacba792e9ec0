export * as AddressGuard from "./AddressGuard.ts"
export { layer, type Options } from "./TransportUndici.ts"

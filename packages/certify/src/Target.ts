/**
 * Who is tested: the address of an endpoint, its protocol, the test credentials of an account, and what the account has.
 */
import type * as Redacted from "effect/Redacted"

export const protocols = ["warehouse-envelope", "gateway", "platform-envelope", "erp-open-api", "warehouse-callbacks", "platform-push"] as const
export type ProtocolName = (typeof protocols)[number]

/** What the account has. What is absent is looked for, or its laws are not tried. */
export interface Facts {
  /** A warehouse of the account. Default: the first that it lists. */
  readonly warehouse?: string
  /** A channel by which the warehouse ships. Default: the first that it lists. */
  readonly channel?: string
  /** A SKU of which pieces are in stock. Default: one that the stock shows, or one that is created. */
  readonly sku?: string
  /** An order of the shop that may be shipped (default: the newest that is shown), or one that the ERP has sent to the warehouse. */
  readonly order?: string
  /** An inbound order that the ERP has announced to the warehouse, for the callbacks. */
  readonly asn?: string
  /** The last part of the path of the callbacks, which names the kind of warehouse. */
  readonly extraType?: string
  /** The platform and the shop, for the platform interface. */
  readonly platform?: string
  readonly shopId?: string
  readonly onlineShopId?: string
  /** A code that the platform has issued for this test, which is exchanged for tokens. */
  readonly code?: string
  /** The address to which the service of a platform may push orders, as pushAuthorizationInfo tells it. */
  readonly webHookUrl?: string
  /** The key of a warehouse of a gateway. */
  readonly warehouseKey?: string
  /** How many days back orders, articles and documents are asked for. Default: 1. */
  readonly days?: number
}

export interface Target {
  readonly protocol: ProtocolName
  readonly address: URL
  /** The accessId, appKey or appId of the account. */
  readonly id: string
  readonly secret: Redacted.Redacted
  /** An IANA name or `UTC+8`, for times without a zone. */
  readonly timeZone: string
  readonly facts: Facts
}

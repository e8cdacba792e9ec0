/**
 * A warehouse type at a gateway (document 2, 2.13) as a plugin of its own: what it offers, and what its provider wants
 * to know beside the headers of the document, are said once and for all of its connections.
 */
import { type Contract, type Transport, WarehouseV1 } from "@crossdock/core"
import type { Client } from "@crossdock/protocols/gateway"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { hosts, open } from "./Adapter.ts"
import { isTellable, limits, Settings } from "./Settings.ts"

/** What a type lists, it lists itself; what it does not list stands in the tables of a link. */
const { authInfo: _, channels: _channels, offers: _offers, warehouses: _warehouses, ...account } = Settings.fields

/** Settings by name whose values travel in the header `authInfo`; a secret one is redacted, one that may be absent is `optionalKey`. */
export type AuthFields = Readonly<Record<string, Schema.Codec<string | Redacted.Redacted, string>>>

export interface WarehouseType<Id extends string, Offers extends (typeof Client.offers)[number], Fields extends AuthFields> {
  readonly id: Id
  /** Absent: the id. */
  readonly title?: string
  /** What the type can beside creating, cancelling and querying orders; nothing else is called. */
  readonly offers: ReadonlyArray<Offers>
  /** Each is a setting of a connection, asked for like any other and sent under its name. Absent: none. */
  readonly authInfo?: Fields & { readonly [Name in keyof typeof account]?: never }
  /** The `authInfoKey` of a field that goes by another name than its setting, such as one that an account already has. */
  readonly authInfoKeys?: { readonly [Name in keyof Fields]?: string }
  /** Tried out against the real warehouse. Absent: not yet. */
  readonly isTried?: boolean
}

/** The settings of a connection to a warehouse of this type. */
export type TypeSettings<Fields extends AuthFields> = Schema.Struct<typeof account & Fields>

/** Declares a warehouse type; its connections have the settings of `warehouseGateway`, but `offers` and lists, and a setting for each field of `authInfo`. */
export const warehouseGatewayOf = <
  const Id extends string,
  const Offers extends (typeof Client.offers)[number] = never,
  Fields extends AuthFields = {}
>(
  { authInfo, authInfoKeys, id, isTried = false, offers, title = id }: WarehouseType<Id, Offers, Fields> & Contract.Complete<WarehouseV1.V1, Offers>
): WarehouseV1.Plugin<TypeSettings<Fields>, Transport.Transport, Id> => {
  const fields: AuthFields = authInfo ?? {}
  const keys: Readonly<Record<string, string | undefined>> = authInfoKeys ?? {}
  const settings = Schema.Struct({ ...account, ...fields }).check(
    Schema.makeFilter(({ warehouseKey }) => isTellable(warehouseKey, offers))
  )
  const entriesOf = (values: Readonly<Record<string, unknown>>) =>
    Object.keys(fields).flatMap((name) => {
      const value = values[name] as string | Redacted.Redacted | undefined
      if (value === undefined) return []
      return [{ authInfoKey: keys[name] ?? name, value: Redacted.isRedacted(value) ? value : Redacted.make(value, { label: "authInfo" }) }]
    })
  return WarehouseV1.plugin({
    id,
    title,
    settings,
    hosts,
    limits,
    isTried,
    offers,
    make: (given: typeof settings.Type, { timeZone }: { readonly timeZone: string }) => {
      const [first, ...rest] = entriesOf(given)
      return open({ ...given, offers, channels: [], warehouses: [], ...(first !== undefined && { authInfo: [first, ...rest] }) }, timeZone)
    }
  } as never) as never
}

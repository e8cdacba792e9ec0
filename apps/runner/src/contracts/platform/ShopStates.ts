/**
 * What an ERP has announced of a shop (document 2B, pushAuthorizationInfo): whether it is locked, and where its orders go. Each
 * node reads it from the database at every use, so an announcement counts for all nodes once it is answered.
 */
import type { PlatformV1 } from "@crossdock/core"
import { AddressGuard } from "@crossdock/transport-undici"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { notStored, Refusal } from "../../engine/Refusal.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"
import { Vault, type VaultRefused } from "../../store/Vault.ts"

export interface ShopState {
  /** A locked shop is not polled and refuses calls; what was accepted before goes on (U-38). */
  readonly isLocked: boolean
  /** The announced address of the shop's orders. Undefined: none, so they go to the ERP's own address (U-39). */
  readonly callbackUrl: URL | undefined
  /** The ERP's number of the customer that the shop belongs to. Undefined: not announced. */
  readonly customerId: string | undefined
}

const unannounced: ShopState = { isLocked: false, callbackUrl: undefined, customerId: undefined }

export class ShopStates extends Context.Service<ShopStates, {
  /** Reads the state of the shop of a link. A shop of which nothing was announced is not locked. */
  readonly of: (scope: string) => Effect.Effect<ShopState, DatabaseFailed | VaultRefused>
  /** Reads whether a shop is locked. It needs no key, so an address that cannot be decrypted does not matter. */
  readonly isLocked: (scope: string) => Effect.Effect<boolean, DatabaseFailed>
  /**
   * Stores an announcement of the ERP. If its address is refused, nothing is changed (U-86). `own` is the public address of this
   * runner, which must not get the orders that it sends.
   */
  readonly announce: (link: ConnectedLink, announced: typeof PlatformV1.ReportShopAccess.payload.Type, own?: URL) => Effect.Effect<void, Refusal>
  /**
   * Returns why an address must not get the orders of a link's shop; undefined if it may. An address that was stored is checked
   * again before it is used, because the allow list may have changed.
   */
  readonly refusalOf: (link: ConnectedLink, url: URL) => string | undefined
}>()("@crossdock/runner/contracts/platform/ShopStates") {
  static readonly layer = Layer.effect(ShopStates, Effect.suspend(() => make))
}

const isOwn = "this is the runner's own address, so its orders would come back to it"

/** The hosts without the origins, which are compared as a whole. */
const namesIn = (hosts: ReadonlyArray<string>): ReadonlyArray<string> => hosts.filter((host) => !host.includes("://"))

const place = (scope: string): string => `shop ${scope}`

/** For those that are made before the services are. */
export const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections

  /** The hosts that an operator has written: those of the link's shop, and those in the settings of the ERP connection. */
  const hostsOf = ({ entrances, erp }: ConnectedLink): ReadonlyArray<string> => {
    const connection = connections.get(erp)
    const own = connection?.plugin.hosts?.(connection.settings as never) ?? []
    return [...own, ...entrances.flatMap(({ shop }) => shop?.webHookHosts ?? [])]
  }

  const refusalOf = (link: ConnectedLink, url: URL): string | undefined => {
    const hosts = hostsOf(link)
    const refused = AddressGuard.check(url, { trust: "received", hosts: namesIn(hosts) })
    // An operator may write a private address with its port, or an origin such as http://erp.internal:8080, and it is then trusted as written.
    if (hosts.includes(url.origin) && AddressGuard.check(url, { trust: "operator" }) === undefined) return undefined
    const isWritten = refused?.rule === "not-public" && hosts.includes(url.host) && AddressGuard.check(url, { trust: "operator", hosts: namesIn(hosts) }) === undefined
    return isWritten ? undefined : refused?.message
  }

  const stored = Effect.fnUntraced(function*(scope: string, { callbackUrl, customerId, isLocked }: typeof PlatformV1.ReportShopAccess.payload.Type) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      `insert into shop_state (scope, is_locked, callback_sealed, customer_id, announced_at) values ($1, $2, $3, $4, $5)
       on conflict (scope) do update set is_locked = $2, callback_sealed = $3, customer_id = $4, announced_at = $5`,
      [scope, isLocked ? 1 : 0, vault.seal(place(scope), callbackUrl.href), customerId ?? null, now]
    )
    yield* Effect.logInfo(isLocked ? "the ERP has locked the shop of a link" : "the ERP has announced the shop of a link").pipe(
      Effect.annotateLogs({ link: scope })
    )
  })

  return ShopStates.of({
    of: Effect.fnUntraced(function*(scope) {
      const row = yield* db.one("select is_locked, callback_sealed, customer_id from shop_state where scope = $1", [scope])
      if (row === undefined) return unannounced
      return {
        isLocked: row.is_locked === 1,
        callbackUrl: row.callback_sealed === null ? undefined : new URL(yield* vault.open(place(scope), row.callback_sealed)),
        customerId: row.customer_id ?? undefined
      }
    }),
    isLocked: (scope) => Effect.map(db.one("select is_locked from shop_state where scope = $1", [scope]), (row) => row?.is_locked === 1),
    announce: (link, announced, own) => {
      const refused = own?.host === announced.callbackUrl.host ? isOwn : refusalOf(link, announced.callbackUrl)
      return refused === undefined
        ? Effect.mapError(stored(link.scope, announced), () => notStored)
        : Effect.fail(new Refusal({
          code: "ADDRESS_NOT_ALLOWED",
          path: "/callbackUrl",
          message: `${refused}; nothing was changed. Send an address whose host the operator of the runner has listed in webHookHosts of the shop`
        }))
    },
    refusalOf
  })
})

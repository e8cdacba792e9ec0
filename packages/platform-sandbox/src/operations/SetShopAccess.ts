import type { PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { ShopSession } from "../ShopSession.ts"

/** Keeps what was announced. The sandbox sends nothing to the address. */
export const setShopAccess = (session: ShopSession) => ({ callbackUrl, isLocked }: typeof PlatformV1.ReportShopAccess.payload.Type) =>
  session.inTransaction(({ sequence }) =>
    Effect.as(session.query(
      `INSERT INTO ${session.tables.announcements} (account, sequence, is_locked, callback_url) VALUES ($1, $2, $3, $4)`,
      [session.account, sequence, isLocked ? 1 : 0, callbackUrl.href]
    ), {}))

/**
 * Pages of stock, for peers that filter nothing and for those that do not say which page is the last.
 */
import type { WarehouseV1 } from "@crossdock/core"
import { createHash } from "node:crypto"

type Asked = typeof WarehouseV1.ListStock.payload.Type
type Page = typeof WarehouseV1.ListStock.success.Type

/** Walks that are remembered; a connection has few at a time. */
const mostKept = 100

export interface Pages {
  /** The page as it is meant, or nothing when it repeats the one before although more were promised (U-84). */
  readonly take: (asked: Asked, answered: Page, tellsLast: boolean) => Page | undefined
}

/** Remembers the page before: where nobody says which is the last, a page that is equal to it ends the list (U-24). */
export const make = (): Pages => {
  const walks = new Map<string, { readonly page: number; readonly digest: string }>()
  return {
    take: (asked, answered, tellsLast) => {
      const { page, skus } = asked
      const walk = JSON.stringify({ ...asked, page: 0 })
      const before = walks.get(walk)
      const digest = createHash("sha1").update(JSON.stringify(answered.items)).digest("base64")
      walks.delete(walk)
      if (!answered.isLast) walks.set(walk, { page, digest })
      if (walks.size > mostKept) walks.delete(walks.keys().next().value!)
      if (!answered.isLast && before?.page === page - 1 && before.digest === digest) {
        return tellsLast ? undefined : { items: [], isLast: true }
      }
      return skus === undefined ? answered : { ...answered, items: answered.items.filter(({ sku }) => skus.includes(sku)) }
    }
  }
}

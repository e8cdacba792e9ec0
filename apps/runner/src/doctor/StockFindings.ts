/**
 * Findings about the stock that shops are told, and about warehouses whose stock differs from the books.
 */
import * as Commands from "./Commands.ts"
import type { Contents } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"
import * as ShellWord from "../ShellWord.ts"

/** Runs that fail for longer than this are a finding. */
const longFailing = 5 * 60_000

/** How many orders a finding names. */
const mostNamed = 5

const records = (count: number, one: string, several: string): string => count === 1 ? `1 ${one}` : `${count} ${several}`

export const findings = ({ now, work }: Contents): ReadonlyArray<Finding> => {
  const stock = work?.stock
  if (stock === undefined) return []
  return [
    ...stock.failing.flatMap(({ job, message, scope, since }): ReadonlyArray<Finding> =>
      now - since <= longFailing ? [] : [{
        code: job === "publish" ? "STOCK_NOT_PUBLISHED" : "STOCK_NOT_COMPARED",
        severity: "warning",
        where: `link ${scope}`,
        message: job === "publish"
          ? `the shop has not been told its stock for ${Format.age(now - since)}: ${message}`
          : `the warehouse could not be compared with the books for ${Format.age(now - since)}: ${message}`,
        next: job === "publish" ? "correct the cause; until then the shop may sell what is not there" : "correct the cause; the comparison is repeated automatically"
      }]),
    ...stock.short.map(({ orders, since, sku, scope, warehouse }): Finding => ({
      code: "STOCK_SHORT",
      severity: "error",
      about: `${warehouse} ${sku}`,
      since,
      where: `link ${scope}`,
      message: `${warehouse} has fewer pieces of ${JSON.stringify(sku)} than are reserved there, for ${Format.age(now - since)}, so it cannot ship ${orders.slice(0, mostNamed).join(", ")}${orders.length > mostNamed ? ` and ${orders.length - mostNamed} more` : ""}`,
      next: `${Commands.inText(`crossdock stock show ${ShellWord.word(sku)}`)} shows the numbers; have the goods counted, then cancel these orders at the warehouse or the shop, or have the warehouse correct its stock`
    })),
    ...stock.refused.map(({ because, count, scope }): Finding => ({
      code: "STOCK_REFUSED",
      severity: "warning",
      where: `link ${scope}`,
      message: `the shop did not take the stock of ${records(count, "article", "articles")}, for example because: ${because}`,
      next: `${Commands.inText(`crossdock stock refused --link ${scope}`)} lists them; correct them in the shop, or the mapping. They are sent again at every reconcileEvery, and when their stock changes`
    })),
    ...(stock.untracked ?? []).map(({ scope, skus }): Finding => ({
      code: "STOCK_UNTRACKED",
      severity: "warning",
      where: `link ${scope}`,
      message: `the books have stock of ${records(skus.length, "article", "articles")} that the shop does not count, so it sells without end: ${skus.slice(0, mostNamed).map((sku) => JSON.stringify(sku)).join(", ")}${skus.length > mostNamed ? ` and ${skus.length - mostNamed} more` : ""}`,
      next: `let the shop count their stock, or accept that it sells what is not there; ${Commands.inText(`crossdock stock refused --link ${scope}`)} lists them`
    })),
    ...stock.drift.map(({ count, scope, since, warehouse }): Finding => ({
      code: "STOCK_DRIFT",
      severity: "warning",
      about: warehouse,
      since,
      where: `link ${scope}`,
      message: `the warehouse and the books have different numbers of ${records(count, "SKU", "SKUs")} in ${warehouse}, of the oldest for ${Format.age(now - since)}`,
      next: `${Commands.inText(`crossdock stock drift --link ${scope}`)} lists them; have them counted, then enter corrections with \`crossdock books enter\`, or have the warehouse correct its stock`
    }))
  ]
}

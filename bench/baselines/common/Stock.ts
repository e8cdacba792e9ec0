/** Asks the warehouse for a page of stock, and answers it with the SKUs of the ERP. */
import type { Caller } from "./Caller.ts"
import { sealed } from "./Envelope.ts"
import { invalid, missing, mistyped, Refusal } from "./Refusal.ts"
import { wholeOf } from "./Values.ts"

export interface StockPage {
  readonly isLastPage: boolean
  readonly currentPage?: number
  readonly pageCount?: number
  readonly data: ReadonlyArray<Readonly<Record<string, string | number>>>
}

const mostRecords = 1000
/** A link may use other SKUs than its warehouse; that of the bench uses the same. */
const skus = new Map<string, string>()

const whole = (content: Record<string, unknown>, name: string): number => {
  const value = content[name]
  if (value === undefined || value === null || value === "") throw missing(`/${name}`)
  if (typeof value !== "number" && typeof value !== "string") throw mistyped(`/${name}`)
  const found = wholeOf(value)
  if (found === undefined || found < 1) throw invalid(`/${name}`, "is no number from 1")
  return found
}

/** `pageOf` validates the warehouse's answer; undefined if it is invalid. */
export const stock = (path: string, call: Caller, pageOf: (told: unknown) => StockPage | undefined) => async (content: Record<string, unknown>) => {
  const [page, pageSize] = [whole(content, "page"), whole(content, "pageSize")]
  if (pageSize > mostRecords) throw invalid("/pageSize", `is more than ${mostRecords}`)
  const { warehouseCode } = content
  if (typeof warehouseCode !== "string" || warehouseCode === "") throw missing("/warehouseCode")
  const { status, text } = await call(path, sealed("syncInventory", JSON.stringify({ page, pageSize, warehouseCode })))
  const found = status === 200 ? pageOf(JSON.parse(text)) : undefined
  if (found === undefined) throw new Refusal("UNAVAILABLE", "the warehouse gave no stock; ask again")
  const { currentPage, data, isLastPage, pageCount } = found
  return { success: true, isLastPage, currentPage, pageCount, data: data.map((record) => ({ ...record, warehouseSku: skus.get(String(record["warehouseSku"])) ?? record["warehouseSku"] })) }
}

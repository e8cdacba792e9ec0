/**
 * What the shop has from the start: locations, carriers and articles.
 */
import { magicSkus } from "./MagicSkus.ts"

export interface Article {
  readonly sku: string
  readonly productId: string
  readonly variantId?: string
  readonly title: string
}

/** The first location is the default one. */
export const locations = [{ code: "SBX-1", name: "Sandbox location 1" }, { code: "SBX-2", name: "Sandbox location 2" }] as const

export const providers = [{ code: "SBX-POST", name: "Sandbox Post" }, { code: "SBX-EXP", name: "Sandbox Express" }] as const

/** Pieces of each ordinary article at each location of a new account. */
export const piecesEach = 50

/** The price of every article, in cents of `currency`. */
export const cents = 995
export const currency = "EUR"

const numbers = Array.from({ length: 10 }, (_, index) => String(1001 + index))

export const ordinary: ReadonlyArray<Article> = numbers.map((number) => ({
  sku: `SKU-${number}`,
  productId: `P-${number}`,
  variantId: `V-${number}`,
  title: `Sandbox article ${number}`
}))

/** All articles. A magic one has its SKU as the id of its product, and no variant. */
export const articles: ReadonlyArray<Article> = [
  ...ordinary,
  ...magicSkus.map(({ sku }) => ({ sku, productId: sku, title: sku }))
]

const bySku = new Map(articles.map((article) => [article.sku, article]))
const byProduct = new Map(articles.map((article) => [article.productId, article]))

export const articleOf = (sku: string): Article | undefined => bySku.get(sku)
export const articleOfProduct = (productId: string): Article | undefined => byProduct.get(productId)

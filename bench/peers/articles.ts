/** The articles that the shop of the case desk sells, and how many pieces of each the warehouse has: more than any run orders. */
export const articles: ReadonlyArray<string> = Array.from({ length: 20 }, (_, at) => `SKU-${1001 + at}`)
export const pieces = 1_000_000

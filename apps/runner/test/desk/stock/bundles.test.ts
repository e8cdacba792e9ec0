import { Quantity } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Bundles from "../../../src/desk/stock/Bundles.ts"

type Listed = Parameters<typeof Bundles.partsOf>[0][number]

const article = (productId: string, components: Readonly<Record<string, number>> = {}): Listed => ({
  sku: productId,
  article: {
    productId,
    ...(Object.keys(components).length > 0 && { components: Object.entries(components).map(([part, quantity]) => ({ productId: part, quantity: Quantity.of(quantity) })) })
  } as unknown as Listed["article"]
})

it("a bundle of bundles that share parts is taken apart in a moment, and one that contains itself not at all (0040)", () => {
  const levels = 40
  const nested = Array.from({ length: levels }, (_, at) => [
    article(`L${at}`, { [`A${at}`]: 1, [`B${at}`]: 1 }),
    article(`A${at}`, { [`L${at + 1}`]: 1 }),
    article(`B${at}`, { [`L${at + 1}`]: 1 })
  ]).flat()
  const partsOf = Bundles.partsOf([...nested, article(`L${levels}`), article("SELF", { OTHER: 1 }), article("OTHER", { SELF: 1 })])
  assert.deepStrictEqual([...partsOf(nested[0]!)!], [[`L${levels}`, 2 ** levels]])
  assert.isUndefined(partsOf(article("SELF", { OTHER: 1 })))
})

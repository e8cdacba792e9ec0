/**
 * The short stories of the reviews, and the laws of the fold.
 */
import { it } from "@effect/vitest"
import * as Fold from "../../src/fulfilment/ShippedGoods.ts"
import { laws } from "./Laws.ts"

for (const { check, title } of laws) it(title, () => check(Fold))

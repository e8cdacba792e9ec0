/**
 * One change after the other, for what the runner does not offer as one. What fails does not stop the others; if something did, the
 * result is a refusal that says how many, and why the first.
 */
import { asRefusal, Refusal } from "../api/Refusal.ts"
import { t } from "../texts.ts"

export const inTurn = async <Item>(items: ReadonlyArray<Item>, nameOf: (item: Item) => string, act: (item: Item) => Promise<unknown>): Promise<void> => {
  const failed: Array<{ readonly item: Item; readonly refusal: Refusal }> = []
  for (const item of items) {
    try {
      await act(item)
    } catch (error) {
      failed.push({ item, refusal: asRefusal(error) })
      // Nothing answers: the others would fail as well.
      if (failed.at(-1)?.refusal.status === 0) break
    }
  }
  const [first] = failed
  if (first === undefined) return
  const { code, message, requestId, status } = first.refusal
  if (status === 0) throw first.refusal
  throw new Refusal({ code, status, requestId, message: t.someFailed(items.length - failed.length, items.length, nameOf(first.item), message) })
}

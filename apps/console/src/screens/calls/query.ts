/**
 * What the page of calls asks the runner, by its address.
 */
import { oneOf, texts } from "../../search.ts"

export const directions = ["in", "out"] as const

const filters = texts(["scope", "operation", "code", "number", "since", "until", "after", "request", "refused"])

/** Of an address that has more, such as the mark of a mail program, the members that the runner takes. */
export const queryOf = (search: Record<string, unknown>) => {
  const { refused, request, ...same } = filters(search)
  const direction = oneOf(directions, search["direction"])
  return {
    ...same,
    limit: "50",
    ...(direction === undefined ? {} : { direction }),
    ...(request === undefined ? {} : { requestId: request }),
    ...(refused === undefined ? {} : { refused: "true" as const })
  }
}

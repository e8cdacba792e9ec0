/**
 * What waits for a person, beside the pages where it is dealt with.
 */
import { useQuery } from "@tanstack/react-query"
import { defaultSpan, flowQuery } from "../screens/flow/flowQuery.ts"
import type { Flow } from "../screens/flow/states.ts"
import { useMay } from "../session.ts"
import type { t } from "../texts.ts"

export interface Count {
  readonly value: number
  /** `f` failed, `d` in doubt, `h` held. */
  readonly tone: "f" | "d" | "h"
}
export type Counts = { readonly [Place in keyof typeof t.places]?: Count }

export const countsOf = ({ creates, desk, messages, nodes }: Flow): Counts => ({
  desk: { value: desk.filter(({ state }) => state === "held").reduce((total, { count }) => total + count, 0), tone: "h" },
  doubt: { value: creates.inDoubt, tone: "d" },
  deliveries: { value: messages.dead, tone: "f" },
  connections: { value: new Set(nodes.filter(({ health }) => health === "failing" || health === "paused").map(({ connection }) => connection)).size, tone: "f" }
})

export const useCounts = (): Counts => {
  const isAllowed = useMay("read")
  const { data } = useQuery({ ...flowQuery(defaultSpan), enabled: isAllowed, refetchInterval: 15_000 })
  return data === undefined ? {} : countsOf(data)
}

/**
 * What is written on the wire is what the OpenAPI documents say: every message of a runner, and every message of a peer that the runner
 * accepts.
 */
import { problemOfAnswer, problemOfPlain } from "@crossdock/e2e/support/exchanges.ts"
import type { Written } from "./History.ts"
import type { Check } from "./Run.ts"

const checked = new WeakMap<Written, string>()

/** A run may be judged several times. */
const problemOf = (written: Written): string => {
  const known = checked.get(written)
  if (known !== undefined) return known
  const { body, method, protocol } = written
  const problem = written.is === "answer"
    ? problemOfAnswer({ protocol, method }, { status: written.status, body })
    : problemOfPlain(protocol, method, { headers: { "content-type": written.contentType }, body })
  checked.set(written, problem)
  return problem
}

const longest = 2000

/** Says for each message that is not valid what is wrong with it. Nothing written although something arrived means that nothing was kept. */
export const undescribed = (written: ReadonlyArray<Written>, hasArrivals: boolean): ReadonlyArray<string> => [
  ...(hasArrivals && written.length === 0 ? ["messages arrived, and none was kept"] : []),
  ...written.flatMap((each) => {
    const problem = problemOf(each)
    const what = `${each.is} of ${each.method} in ${each.protocol} that the ${each.by} wrote`
    return problem === "" ? [] : [`the ${what}: ${problem}: ${each.body.slice(0, longest)}`]
  })
]

const notDescribed: Check = ({ histories, written }) => written === undefined ? [] : undescribed(written, histories.arrivals.length > 0)

export const checks = { notDescribed } as const

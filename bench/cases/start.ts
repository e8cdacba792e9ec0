/** From the start of the process to the first ready answer and the first answer to a signed request. */
import { sourceOf } from "../load/Sources.ts"
import { type Bench, type Case, observed } from "../run/Case.ts"
import { exchange } from "../run/Processes.ts"
import type { Sample } from "../run/Results.ts"
import { failed } from "../run/Samples.ts"
import type { Given, SubjectName } from "../run/Subjects.ts"
import { erpNowhere } from "./seeded.ts"

/** The starts of one run, after the first in a new folder. The best of ten or more is shown. */
const starts = { full: 5, goals: 10, quick: 4, smoke: 2 } as const

const report = sourceOf({ name: "callbacks", prefix: "START" })

const once = async (bench: Bench, name: SubjectName, at: Partial<Given>, n: number) => {
  const subject = await bench.subject("callback", name, { ...at, erpUrl: erpNowhere, isHeld: false })
  const { body, expected, headers, path } = report(n)
  const answer = await exchange(`${subject.url}${path}`, { headers, body })
  const answeredMs = performance.now() - subject.startedAt
  const [, { rssMiB }] = await observed(subject, async () => {})
  await subject.stop()
  return { readyMs: subject.readyMs, answeredMs, rssMiB, isWrong: !answer.body.includes(expected) }
}

const least = (values: ReadonlyArray<number>): number => Math.round(Math.min(...values))

const run = async (bench: Bench, name: SubjectName, given: Partial<Given> = {}): Promise<ReadonlyArray<Sample>> => {
  const at = { data: `${bench.folder}/data`, ...given }
  const first = await once(bench, name, at, 0)
  const later = []
  for (let n = 1; n <= starts[bench.plan.name]; n++) later.push(await once(bench, name, at, n))
  const wrong = [first, ...later].filter(({ isWrong }) => isWrong).length
  return failed([{
    subject: name,
    round: bench.round,
    load: "start",
    achieved: 0,
    readyMs: least(later.map(({ readyMs }) => readyMs)),
    firstAnswerMs: least(later.map(({ answeredMs }) => answeredMs)),
    newReadyMs: Math.round(first.readyMs),
    rssMiB: Math.max(...later.map(({ rssMiB }) => rssMiB)),
    errors: wrong,
    oracle: "clean"
  }], wrong === 0 ? [] : [`${wrong} first requests were answered wrong`])
}

export const start: Case = {
  name: "start",
  variant: "sqlite",
  description: "from the start of the process to ready, the best of several starts on the same data; the first start in a new folder is shown too",
  subject: "crossdock",
  figure: "ready",
  extraWork: "plugins, admin listener, command line; the baselines load their own files as TypeScript",
  isOnceForGoals: true,
  order: ({ isOfGoals }) => isOfGoals ? ["fastify", "crossdock", "fastify"] : ["raw", "fastify", "fastify-durable", "crossdock", "fastify", "raw"],
  run: (bench, name) => run(bench, name as SubjectName)
}

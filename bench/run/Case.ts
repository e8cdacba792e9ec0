/** What a case is to the orchestrator, and what it is given to work with. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { ClosedJob, ClosedResult, Job, JobResult, OpenJob, OpenResult } from "../load/Job.ts"
import type { Plan } from "./Plan.ts"
import { exchange, type Figures, freePort, ready, root, type Running, startNode } from "./Processes.ts"
import type { Sample } from "./Results.ts"
import { type Given, type Service, type Started, startSubject, type SubjectName } from "./Subjects.ts"

/** One case in one variant: what is run in which order, and what one run is. */
export interface Case {
  /** Its id: on the command line, in the results and in the table. */
  readonly name: string
  readonly variant: string
  /** One sentence for `--help`. */
  readonly says: string
  /** The first comes again at the end; the job is valid when both times agree. */
  readonly order: (plan: Plan) => ReadonlyArray<string>
  /** Whose figure the ratios are formed of. */
  readonly subject: string
  /** The figure that the first subject must show twice, and that ratios of throughput are formed of. */
  readonly figure: "throughput" | "p99"
  /** What Crossdock does beside the work that all do. */
  readonly extraWork: string
  /** Only in a full run. */
  readonly isExtra?: boolean
  /** Done once before the rounds; what it returns is given to every run. */
  readonly prepare?: (bench: Bench) => Promise<Prepared>
  /** One fresh process with a fresh database. */
  readonly run: (bench: Bench, name: string, prepared: Prepared) => Promise<ReadonlyArray<Sample>>
}

/** Folders to begin with, by subject, and the rates that follow from a pilot. */
export interface Prepared {
  readonly folders?: Readonly<Record<string, string>>
  readonly rates?: ReadonlyArray<number>
}

export interface Load {
  readonly closed: (job: Omit<ClosedJob, "do">) => Promise<ClosedResult>
  readonly open: (job: Omit<OpenJob, "do">) => Promise<OpenResult>
  /** What was acknowledged so far, each once. */
  readonly held: () => Promise<ReadonlyArray<string>>
}

export interface Peer extends Running {
  readonly url: string
  readonly port: number
  readonly ask: (path: string, body?: unknown) => Promise<any>
}

/** What a run may start; all of it is ended with the run. */
export interface Bench {
  readonly plan: Plan
  readonly round: number
  /** A folder of this run. */
  readonly folder: string
  readonly subject: (service: Service, name: SubjectName, given?: Partial<Given>) => Promise<Started>
  readonly peer: (name: "warehouse" | "sink", env?: Readonly<Record<string, string>>) => Promise<Peer>
  readonly load: () => Promise<Load>
  readonly say: (line: string) => void
  readonly onEnd: (work: () => Promise<void>) => void
}

export const connections = 64

/** How much of a rate must be reached to count as held. */
export const isHeld = ({ achieved, held, rate }: Pick<OpenResult, "achieved" | "held" | "rate">): boolean => held && achieved >= rate * 0.97

export const benchOf = (options: {
  readonly plan: Plan
  readonly round: number
  readonly folder: string
  readonly say: (line: string) => void
  readonly nodeArgs: ReadonlyArray<string>
  readonly checkout?: string | undefined
}): Bench & { readonly end: () => Promise<void> } => {
  const { checkout, folder, nodeArgs, plan, round, say } = options
  const endings: Array<() => Promise<void>> = []
  let count = 0
  const log = (name: string) => join(folder, `${++count}-${name}.log`)
  return {
    plan,
    round,
    folder,
    say,
    onEnd: (work) => void endings.push(work),
    end: async () => {
      // Last started, first ended: nothing loses its peer while it still works.
      for (const ending of endings.toReversed()) await ending()
      endings.length = 0
    },
    subject: async (service, name, given = {}) => {
      const data = given.data ?? join(folder, `data-${++count}`)
      mkdirSync(data, { recursive: true })
      const started = await startSubject(service, name, {
        ...given,
        data,
        log: log(name),
        nodeArgs,
        ...(checkout !== undefined && name === "crossdock" && { checkout })
      })
      endings.push(started.stop)
      return started
    },
    peer: async (name, env = {}) => {
      const port = await freePort()
      const running = startNode(join(root, `peers/${name}.ts`), { core: "generator", log: log(name), env: { ...env, PORT: String(port) } })
      endings.push(running.stop)
      const url = `http://127.0.0.1:${port}/`
      await ready(`http://127.0.0.1:${port}`, running)
      const ask = async (path: string, body?: unknown) =>
        JSON.parse((await exchange(`${url}${path}`, body === undefined ? {} : { body: JSON.stringify(body) })).body)
      return { ...running, url, port, ask }
    },
    load: async () => {
      const running = startNode(join(root, "load/main.ts"), { core: "generator", log: log("load") })
      endings.push(running.stop)
      await running.next("ready")
      const carryOut = async (job: Job): Promise<JobResult> => {
        const done = running.next<JobResult>("done")
        running.send({ job })
        const result = await done
        if ("failed" in result) throw new Error(`the load generator failed: ${result.failed}`)
        return result
      }
      return {
        closed: (job) => carryOut({ ...job, do: "closed" }) as Promise<ClosedResult>,
        open: (job) => carryOut({ ...job, do: "open" }) as Promise<OpenResult>,
        held: async () => ((await carryOut({ do: "holds" })) as { readonly held: ReadonlyArray<string> }).held
      }
    }
  }
}

/** The figures of a subject while something is done to it. */
export const observed = async <A>(subject: Pick<Running, "begin" | "end">, work: () => Promise<A>): Promise<readonly [A, Figures]> => {
  subject.begin()
  const result = await work()
  return [result, await subject.end()]
}

/** The interface of a case, and what the orchestrator provides to it. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { ClosedJob, ClosedResult, Job, JobResult, OpenJob, OpenResult } from "../load/Job.ts"
import { counting, isCounted } from "../observe/Instructions.ts"
import type { Plan } from "./Plan.ts"
import { newDatabase } from "./Postgres.ts"
import { exchange, type Figures, freePort, ready, root, type Running, startNode } from "./Processes.ts"
import type { Sample } from "./Results.ts"
import { type Given, type Service, type Started, startSubject, type SubjectName } from "./Subjects.ts"

/** One case in one variant: its subjects in order, and how one run is done. */
export interface Case {
  /** The id, used on the command line, in the results and in the table. */
  readonly name: string
  readonly variant: string
  /** One sentence for `--help`. */
  readonly description: string
  /** The first subject also runs last; the job is valid if both runs agree. */
  readonly order: (plan: Plan) => ReadonlyArray<string>
  /** The subject that the ratios compare with the others. */
  readonly subject: string
  /** The figure that must agree in both runs of the first subject, the stronger baseline. */
  readonly figure: "cpu" | "cpuAt" | "throughput" | "p99" | "ready" | "rss"
  /** The additional work of Crossdock. */
  readonly extraWork: string
  /** Whether the case runs only with --full. */
  readonly isExtra?: boolean
  /** Whether the goals need no more than one round, because none of its goals is a ratio of CPU. */
  readonly isOnceForGoals?: boolean
  /** Runs once before the rounds; its result is passed to every run. */
  readonly prepare?: (bench: Bench) => Promise<Prepared>
  /** Runs one subject in a new process with a new database. */
  readonly run: (bench: Bench, name: string, prepared: Prepared) => Promise<ReadonlyArray<Sample>>
}

/** Prepared folders and databases by subject, and the rates that the pilot found. */
export interface Prepared {
  readonly folders?: Readonly<Record<string, string>>
  /** The addresses of databases of PostgreSQL. */
  readonly databases?: Readonly<Record<string, string>>
  readonly rates?: ReadonlyArray<number>
}

export interface Load {
  readonly closed: (job: Omit<ClosedJob, "do">) => Promise<ClosedResult>
  readonly open: (job: Omit<OpenJob, "do">) => Promise<OpenResult>
  /** Opens connections that send nothing after one request; returns how many there are. */
  readonly idle: (url: string, count: number) => Promise<number>
  /** Closes them; returns how many were still open. */
  readonly release: () => Promise<number>
  /** The distinct numbers that were acknowledged so far. */
  readonly held: () => Promise<ReadonlyArray<string>>
}

export interface Peer extends Running {
  readonly url: string
  readonly port: number
  readonly ask: (path: string, body?: unknown) => Promise<any>
}

/** What a run can start; everything is stopped at its end. */
export interface Bench {
  readonly plan: Plan
  readonly round: number
  /** Whether two builds of Crossdock are compared, so that no baseline runs and no rate is needed. */
  readonly isComparison: boolean
  /** A folder for this run. */
  readonly folder: string
  readonly subject: (service: Service, name: SubjectName, given?: Partial<Given>) => Promise<Started>
  readonly peer: (name: "warehouse" | "sink" | "desk", env?: Readonly<Record<string, string>>) => Promise<Peer>
  readonly load: () => Promise<Load>
  /** The address of a new database of PostgreSQL, empty or a copy of another. */
  readonly database: (copyOf?: string) => Promise<string>
  readonly say: (line: string) => void
  readonly onEnd: (work: () => Promise<void>) => void
}

export const connections = 64

export const roundsOf = ({ isOnceForGoals }: Case, { isOfGoals, rounds }: Plan): number => isOfGoals && isOnceForGoals === true ? 1 : rounds

/** The share of a rate that must be reached for it to count as held. */
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
    isComparison: checkout !== undefined,
    folder,
    say,
    onEnd: (work) => void endings.push(work),
    end: async () => {
      // Stops processes in reverse order, so that none loses its peer while it still works.
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
        nodeArgs: [...nodeArgs, ...given.nodeArgs ?? []],
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
    database: newDatabase,
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
        idle: async (url, count) => ((await carryOut({ do: "idle", url, count })) as { readonly open: number }).open,
        release: async () => ((await carryOut({ do: "release" })) as { readonly open: number }).open,
        held: async () => ((await carryOut({ do: "holds" })) as { readonly held: ReadonlyArray<string> }).held
      }
    }
  }
}

/** Measures a subject while `work` runs. */
export const observed = async <A>(subject: Pick<Running, "begin" | "end" | "pid">, work: () => Promise<A>): Promise<readonly [A, Figures]> => {
  const counted = hasInstructions() ? counting(subject.pid) : undefined
  subject.begin()
  const result = await work()
  const figures = await subject.end()
  const instructions = await counted?.()
  return [result, instructions === undefined ? figures : { ...figures, instructions }]
}

let isAble: boolean | undefined
/** Whether this machine counts instructions, tried once. */
export const hasInstructions = (): boolean => isAble ??= isCounted()

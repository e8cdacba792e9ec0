/**
 * Which statements the PostgreSQL servers of a test are busy with, so that a test clock moves on only when they are done: how
 * fast a machine is decides nothing then.
 *
 * A statement is not waited for while it waits for a lock of another one, which may need the clock to move. One that the fault runs
 * hold back was not sent yet and is not counted. One that is still under way after `longest` is never waited for again.
 */
import pg from "pg"
import { inject } from "vitest"

interface Running {
  /** The session that carries it out; undefined for a connection that a pool still has to give. */
  readonly client: { readonly processID?: number | null } | undefined
  readonly since: number
}

const running = new Set<Running>()

const counted = (client: Running["client"]): () => void => {
  const one = { client, since: performance.now() }
  running.add(one)
  return () => {
    running.delete(one)
    for (const tell of waiting) tell()
  }
}

/** Told when a statement has ended. */
const waiting = new Set<() => void>()

/** Resolves when a statement has ended, or when it is time to look for locks. Asking again and again would take a core from the server. */
const nextEnd = (patience: number) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      waiting.delete(end)
      done()
    }
    const timer = setTimeout(end, patience)
    waiting.add(end)
  })

type Done = (...answer: ReadonlyArray<unknown>) => void

/** Every call is counted from its beginning to its answer, by whichever of its two forms it is made. */
const count = (target: object, name: "query" | "connect", clientOf: (self: object) => Running["client"]): void => {
  const members = target as Record<string, (...given: ReadonlyArray<unknown>) => unknown>
  const original = members[name]!
  members[name] = function(this: object, ...given) {
    const end = counted(clientOf(this))
    const done = given.at(-1)
    if (typeof done === "function") {
      return original.apply(this, [...given.slice(0, -1), (...answer: ReadonlyArray<unknown>) => {
        end()
        ;(done as Done)(...answer)
      }])
    }
    const answer = original.apply(this, [...given])
    if (answer instanceof Promise) answer.then(end, end)
    else end()
    return answer
  }
}

/** Sessions of this file, which ask about those of a test. */
const unwatched = pg.Client.prototype.query as unknown as (this: pg.Client, text: string) => Promise<pg.QueryResult<{ readonly pid: number }>>

count(pg.Client.prototype, "query", (client) => client)
count(pg.Client.prototype, "connect", (client) => client)
count(pg.Pool.prototype, "connect", () => undefined)

const turn = () => new Promise<void>((done) => setImmediate(done))

/** Milliseconds of a real clock after which a statement is taken for one that never ends by itself. */
const longest = 10_000
/** Milliseconds of a real clock between two questions about locks. */
const betweenLooks = 100

let observer: Promise<pg.Client> | undefined

/** The sessions that wait for a lock. */
const waitingForLock = async (): Promise<ReadonlySet<number>> => {
  observer ??= (async () => {
    const client = new pg.Client({ connectionString: `postgres://postgres:pw@127.0.0.1:${inject("postgresPort")}/postgres` })
    client.on("error", () => (observer = undefined))
    await client.connect()
    ;(client as unknown as { connection: { stream: { unref: () => void } } }).connection.stream.unref()
    return client
  })()
  const client = await observer
  const { rows } = await unwatched.call(client, "select pid from pg_stat_activity where wait_event_type = 'Lock'")
  return new Set(rows.map(({ pid }) => pid))
}

/** The statements that are worth waiting for. */
const pending = (): ReadonlyArray<Running> => [...running].filter(({ since }) => performance.now() - since < longest)

/** False if all of them wait for a lock, or for a connection that such a statement has. A session has its id once it is connected. */
const atWork = async (): Promise<boolean> => {
  const locked = await waitingForLock()
  return pending().some(({ client }) => client !== undefined && !locked.has(client.processID ?? 0))
}

/** Resolves when nothing is running, nor was begun by what had run. */
export const idle = async (): Promise<void> => {
  let look = performance.now() + betweenLooks
  for (;;) {
    await turn()
    if (pending().length === 0) break
    if (performance.now() >= look) {
      if (!(await atWork())) break
      look = performance.now() + betweenLooks
    } else await nextEnd(look - performance.now())
  }
  await turn()
}

/**
 * Tells open pages what may have changed, whichever node changed it. What a node writes is known from the statements that it commits; the
 * nodes of a database of PostgreSQL tell each other. A topic is told at most once a second, so nobody learns how much happens.
 *
 * An account that is limited to links is told all its topics at a fixed pace: when something happens at other links is none of its business.
 */
import { type Account, Topic } from "@crossdock/admin-api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { randomUUID } from "node:crypto"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as Topics from "./Topics.ts"

/** How long changes are gathered before they are told, and how long nothing more is told afterwards, in milliseconds. */
export const pace = { gathering: 100, pause: 900 } as const
/** How often a line that has nothing to tell says that it still works, in milliseconds. */
export const heartbeat = 15_000
/** How often an account that is limited to links is told to ask again, in milliseconds. */
export const limitedPace = 5000
/** The most lines of one account, and of all, at one node. */
export const most = { ofAccount: 16, all: 512 } as const

export interface Line {
  readonly account: Pick<Account, "id" | "links" | "name" | "rights">
  /** Whether whoever opened it may still call. */
  readonly isSignedIn: Effect.Effect<boolean, DatabaseFailed>
}

export class Hints extends Context.Service<Hints, {
  /** Tells what was written, and listens to other nodes while somebody is told. Runs for ever. */
  readonly run: Effect.Effect<never, DatabaseFailed>
  /**
   * What an account is told, at first all its topics. Undefined: there are too many lines, or the runner stops. The stream ends when the
   * sign-in has ended, and when the runner stops.
   */
  readonly open: (line: Line) => Effect.Effect<Stream.Stream<ReadonlyArray<Topic>> | undefined>
  /** Ends all lines and opens no further ones. */
  readonly stop: Effect.Effect<void>
  /** How many lines are open. */
  readonly count: () => number
}>()("@crossdock/runner/hints/Hints") {
  static readonly layer = Layer.effect(Hints, Effect.suspend(() => make))
}

interface Opened extends Line {
  readonly key: string
  readonly pending: Set<Topic>
  isChecked: boolean
  /** Open while something is to be told or checked. */
  readonly wake: Latch.Latch
}

/** The message for another node's change of a sign-in. No topic has this name. */
const signIns = "sign-ins"

const isTopic = (text: string): text is Topic => (Topic.literals as ReadonlyArray<string>).includes(text)

const make = Effect.gen(function*() {
  const db = yield* Database
  const self = randomUUID()
  const lines = new Set<Opened>()
  let isStopped = false
  /** Written by this node, and heard from others, since they were last told. */
  const own = new Set<string>()
  const heard = new Set<string>()
  const changed = Latch.makeUnsafe()
  const listens = Latch.makeUnsafe()

  const note = (set: Set<string>, names: ReadonlyArray<string>) => {
    for (const name of names) set.add(name)
    if (names.length > 0) Latch.openUnsafe(changed)
  }

  yield* Effect.acquireRelease(
    Effect.sync(() =>
      db.written.listen((tables) => {
        for (const table of tables) {
          const topic = Topics.topicOf(table)
          if (topic !== undefined && !own.has(topic)) note(own, [topic])
          if (Topics.endsSignIns(table) && !own.has(signIns)) note(own, [signIns])
        }
      })),
    (end) => Effect.sync(end)
  )

  const wake = (line: Opened, names: ReadonlySet<string>) => {
    // It is told, and its sign-in checked, at its own pace.
    if (line.account.links !== undefined) return
    if (names.has(signIns)) line.isChecked = false
    for (const topic of Topics.topicsFor(line.account)) if (names.has(topic)) line.pending.add(topic)
    if (line.pending.size > 0 || !line.isChecked) Latch.openUnsafe(line.wake)
  }

  const tell = Effect.gen(function*() {
    yield* changed.await
    yield* Effect.sleep(pace.gathering)
    const mine = [...own]
    const names = new Set([...own, ...heard])
    own.clear()
    heard.clear()
    Latch.closeUnsafe(changed)
    for (const line of lines) wake(line, names)
    // Others hear of it later if the database is away; their pages ask by themselves now and then.
    if (mine.length > 0 && db.notices !== undefined) yield* db.notices.send(`${self} ${mine.join(" ")}`)
    yield* Effect.sleep(pace.pause)
  })

  const hear = (text: string) => {
    const [from, ...names] = text.split(" ")
    if (from !== self) note(heard, names.filter((name) => isTopic(name) || name === signIns))
  }

  /** Listens while a line is open. What was missed in between is unknown, so everything may have changed. */
  const listen = Effect.gen(function*() {
    const { notices } = db
    if (notices === undefined) return yield* Effect.never
    yield* listens.await
    const noLine = Effect.repeat(Effect.sleep("10 seconds"), { while: () => lines.size > 0 })
    yield* Effect.raceFirst(notices.listen(hear, () => note(heard, [...Topic.literals, signIns])), noLine)
    if (lines.size === 0) Latch.closeUnsafe(listens)
    return undefined
  })

  const retried = <A>(work: Effect.Effect<A, DatabaseFailed>) => Effect.forever(Effect.catchTag(work, "DatabaseFailed", () => Effect.sleep("1 second")))

  const keyOf = ({ account }: Line): string => account.id ?? account.name

  /** Whether no further line is opened. */
  const isFull = (line: Line): boolean =>
    isStopped || lines.size >= most.all || [...lines].filter(({ key }) => key === keyOf(line)).length >= most.ofAccount

  const register = (line: Line): Opened | undefined => {
    if (isFull(line)) return undefined
    const opened: Opened = { ...line, key: keyOf(line), pending: new Set(Topics.topicsFor(line.account)), isChecked: true, wake: Latch.makeUnsafe(true) }
    lines.add(opened)
    Latch.openUnsafe(listens)
    return opened
  }

  /** The next thing that a line is told; undefined: it ends. */
  const next = Effect.fnUntraced(function*(line: Opened): Effect.fn.Return<ReadonlyArray<Topic> | undefined> {
    const isLimited = line.account.links !== undefined
    const woken = yield* Effect.timeoutOption(line.wake.await, isLimited ? limitedPace : heartbeat)
    if (isStopped) return undefined
    Latch.closeUnsafe(line.wake)
    if (!line.isChecked || Option.isNone(woken)) {
      line.isChecked = true
      // While the database is away nobody is signed out; the next beat asks again.
      if (!(yield* Effect.catchTag(line.isSignedIn, "DatabaseFailed", () => Effect.succeed(true)))) return undefined
    }
    if (isLimited && Option.isNone(woken)) return Topics.topicsFor(line.account)
    const told = Topic.literals.filter((topic) => line.pending.has(topic))
    line.pending.clear()
    return told
  })

  return Hints.of({
    run: Effect.raceFirst(retried(tell), retried(listen)),
    open: (line) =>
      // It is registered when its stream begins, and others may have been by then.
      Effect.sync(() =>
        isFull(line) ? undefined : Stream.unwrap(Effect.map(
          Effect.acquireRelease(Effect.sync(() => register(line)), (opened) => Effect.sync(() => void (opened !== undefined && lines.delete(opened)))),
          (opened) => opened === undefined ? Stream.empty : Stream.takeWhile(Stream.fromEffectRepeat(next(opened)), (told) => told !== undefined)
        ))),
    stop: Effect.sync(() => {
      isStopped = true
      for (const { wake: latch } of lines) Latch.openUnsafe(latch)
    }),
    count: () => lines.size
  })
})

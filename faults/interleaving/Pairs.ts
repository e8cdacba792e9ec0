/**
 * Every pair of operations of a scene, the first stopped in front of each of its statements once. After each meeting the
 * scene is judged twice: as the two left it, and once nothing is left to do.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { NodeLeases } from "../../apps/runner/src/connection/NodeLeases.ts"
import type { Cluster, Node } from "../../apps/runner/test/support/Nodes.ts"
import { type Meeting, play, type Work } from "./Interleaving.ts"

export interface Nodes {
  readonly cluster: Cluster
  readonly first: Node
  readonly second: Node
}

export interface Operation<S> {
  readonly name: string
  readonly run: (scene: S, node: Node) => Work
}

export interface Scene<S> {
  readonly name: string
  /** Makes it under a number that nobody used. */
  readonly make: (nodes: Nodes, number: string) => Effect.Effect<S>
  readonly operations: ReadonlyArray<Operation<S>>
  /** What is wrong now, while everything may still go on by itself. */
  readonly judgeNow: (nodes: Nodes, scene: S, meeting: Meeting) => Effect.Effect<ReadonlyArray<string>>
  /** Lets everything go on until nothing is left to do. */
  readonly finish: (nodes: Nodes, scene: S) => Effect.Effect<void>
  readonly judgeEnd: (nodes: Nodes, scene: S, meeting: Meeting, both: readonly [Operation<S>, Operation<S>]) => Effect.Effect<ReadonlyArray<string>>
}

export interface Report {
  readonly meetings: number
  readonly blocked: number
  readonly violations: ReadonlyArray<string>
}

/** More statements than any operation has. */
const mostStops = 200

let lastNumber = 0

const short = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 90)

const beat = (node: Node) => node.on(Effect.flatMap(NodeLeases, (ownership) => ownership.beat))

const defects = (operation: string, exit: Meeting["answers"]["first"]): ReadonlyArray<string> =>
  exit._tag === "Failure" && exit.cause.reasons.some((reason) => reason._tag === "Die") ? [`${operation} died: ${exit.cause}`] : []

/** Plays one pair, the first stopped in front of each of its statements that `stops` names by its number. */
export const playPair = Effect.fnUntraced(function*<S>(nodes: Nodes, scene: Scene<S>, both: readonly [Operation<S>, Operation<S>], stops: (at: number) => boolean = () => true) {
  const [a, b] = both
  const found: Array<string> = []
  let meetings = 0
  let blocked = 0
  for (let at = 0; at < mostStops; at++) {
    if (!stops(at)) continue
    yield* Effect.orDie(Effect.all([beat(nodes.first), beat(nodes.second)], { discard: true }))
    const made = yield* scene.make(nodes, `N-${++lastNumber}`)
    const meeting = yield* play(
      nodes.cluster,
      { node: nodes.first, work: a.run(made, nodes.first), stopAt: at },
      { node: nodes.second, work: b.run(made, nodes.second) }
    )
    meetings++
    if (meeting.second === "blocked") blocked++
    const now = yield* scene.judgeNow(nodes, made, meeting)
    yield* scene.finish(nodes, made)
    const end = yield* scene.judgeEnd(nodes, made, meeting, both)
    const where = `${scene.name}: ${a.name} stopped ${meeting.before === undefined ? "never" : `before its statement ${at} (${short(meeting.before)})`}, ${b.name} ${meeting.second}`
    const deadlocked = meeting.deadlocks.map((text) => `PostgreSQL ended a deadlock at ${short(text)}`)
    const all = [...deadlocked, ...defects(a.name, meeting.answers.first), ...defects(b.name, meeting.answers.second), ...now, ...end]
    found.push(...all.map((violation) => `${where}: ${violation}`))
    if (meeting.before === undefined) return { meetings, blocked, violations: found } satisfies Report
  }
  return { meetings, blocked, violations: [...found, `${scene.name}: ${a.name} has more than ${mostStops} statements`] } satisfies Report
})

/** True where every statement has its turn, as in `npm run test:faults`. */
const isWhole = process.env["INTERLEAVINGS"] === "all"

/** Milliseconds of one test. */
export const timeout = isWhole ? 1_800_000 : 300_000

/** All pairs of a scene, both ways round. The short form has one of so many statements of each pair, another part for each. */
export const playAll = <S>(nodes: Nodes, scene: Scene<S>, oneOf: number): Effect.Effect<Report> =>
  Effect.gen(function*() {
    const reports: Array<Report> = []
    let n = 0
    for (const a of scene.operations) {
      for (const b of scene.operations) {
        const offset = n++
        reports.push(yield* playPair(nodes, scene, [a, b], (at) => isWhole || (at + offset) % oneOf === 0))
      }
    }
    const all = {
      meetings: reports.reduce((sum, { meetings }) => sum + meetings, 0),
      blocked: reports.reduce((sum, { blocked }) => sum + blocked, 0),
      violations: reports.flatMap(({ violations }) => violations)
    }
    if (isWhole) process.stdout.write(`  ${scene.name}: ${all.meetings} meetings, of which ${all.blocked} waited for a lock\n`)
    return all
  })

export const nodesOf = (cluster: Cluster): Effect.Effect<Nodes, never, Scope.Scope> =>
  Effect.gen(function*() {
    const first = yield* cluster.join("first", { isIdle: true })
    const second = yield* cluster.join("second", { isIdle: true })
    return { cluster, first, second }
  })

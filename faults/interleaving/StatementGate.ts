/**
 * Stops one node of a test in front of one of its statements on PostgreSQL, as a scheduler of the operating system might,
 * and says what each node is doing. A node is known by the `application_name` of its connections.
 */
import pg from "pg"

type Query = string | { readonly text: string; readonly name?: string; readonly values?: ReadonlyArray<unknown> }
type Done = (error: unknown, ...answer: ReadonlyArray<unknown>) => void

interface Hold {
  /** True for the statement that is held. */
  readonly isIt: (text: string) => boolean
  /** The statements after it are held too. */
  readonly isWhole: boolean
  text: string | undefined
  readonly released: Promise<void>
}

interface Node {
  /** Statements and connections that were begun and have not ended, held ones too. */
  running: number
  held: number
  hold: Hold | undefined
  /** A planted bug: gives another text, or undefined to leave the statement as it is. */
  plant: ((text: string) => string | undefined) | undefined
  readonly deadlocks: Array<string>
}

const nodes = new Map<string, Node>()

const nodeOf = (name: string): Node => {
  const known = nodes.get(name) ?? { running: 0, held: 0, hold: undefined, plant: undefined, deadlocks: [] }
  nodes.set(name, known)
  return known
}

/** Tables of the nodes themselves: an interleaving there changes no order. */
const housekeeping = /^\s*(?:begin\b|set |select .*?\bfrom (?:node|owner|version|setting|connection_state|runner_state)\b|(?:update|insert into|delete from) (?:node|owner|version|connection_state|runner_state)\b|select pg_(?:try_)?advisory_(?:lock|unlock)|select \(extract)/is

const textOf = (query: Query): string => typeof query === "string" ? query : query.text

/** Resolves when the statement may be sent; undefined: at once. */
const passing = (node: Node, text: string): Promise<void> | undefined => {
  const { hold } = node
  if (hold === undefined || housekeeping.test(text)) return undefined
  if (hold.text !== undefined && !hold.isWhole) return undefined
  if (hold.text === undefined) {
    if (!hold.isIt(text)) return undefined
    hold.text = text
  }
  node.held++
  return hold.released.then(() => void node.held--)
}

const planted = (node: Node, query: Query): Query => {
  const text = node.plant?.(textOf(query))
  if (text === undefined) return query
  return typeof query === "string" ? text : { ...query, text, name: undefined as never }
}

const ended = (node: Node, text: string, error?: unknown): void => {
  node.running--
  if ((error as { readonly code?: unknown } | null | undefined)?.code === "40P01") node.deadlocks.push(text)
}

const query = pg.Client.prototype.query as (this: unknown, ...given: Array<unknown>) => unknown
pg.Client.prototype.query = function(this: { connectionParameters?: { application_name?: string } }, ...given: ReadonlyArray<unknown>) {
  const name = this.connectionParameters?.application_name
  if (name === undefined) return query.apply(this, [...given])
  const node = nodeOf(name)
  const asked = planted(node, given[0] as Query)
  const text = textOf(asked)
  node.running++
  const wait = passing(node, text)
  const done = given.at(-1)
  if (typeof done === "function") {
    const told: Done = (error, ...answer) => {
      ended(node, text, error)
      ;(done as Done)(error, ...answer)
    }
    const send = () => query.apply(this, [asked, ...given.slice(1, -1), told])
    return wait === undefined ? send() : void wait.then(send)
  }
  const send = () => query.apply(this, [asked, ...given.slice(1)]) as Promise<unknown>
  const answer = wait === undefined ? send() : wait.then(send)
  answer.then(() => ended(node, text), (error: unknown) => ended(node, text, error))
  return answer
} as never

const connect = pg.Pool.prototype.connect as (this: unknown, ...given: Array<unknown>) => unknown
pg.Pool.prototype.connect = function(this: { options?: { connectionString?: string } }, ...given: ReadonlyArray<unknown>) {
  const address = this.options?.connectionString
  const name = address === undefined ? null : new URL(address).searchParams.get("application_name")
  if (name === null) return connect.apply(this, [...given])
  const node = nodeOf(name)
  node.running++
  const [done] = given
  if (typeof done === "function") {
    return connect.apply(this, [(error: unknown, ...answer: ReadonlyArray<unknown>) => {
      ended(node, "connect", error)
      ;(done as Done)(error, ...answer)
    }])
  }
  const answer = connect.apply(this, [...given]) as Promise<unknown>
  answer.then(() => ended(node, "connect"), (error: unknown) => ended(node, "connect", error))
  return answer
} as never

const holding = (name: string, isWhole: boolean, isIt: Hold["isIt"]) => {
  const node = nodeOf(name)
  let release: () => void = () => {}
  const held: Hold = { isIt, isWhole, text: undefined, released: new Promise((resolve) => (release = resolve)) }
  node.hold = held
  return {
    /** The statement that waits; undefined while there is none. */
    text: () => held.text,
    release: () => {
      if (node.hold === held) node.hold = undefined
      release()
    }
  }
}

/** Stops a node in front of its statement of this number, counted from now from 0. */
export const hold = (name: string, at: number) => {
  let left = at
  return holding(name, true, () => left-- <= 0)
}

/** Holds the first statement that matches, and with it its transaction; the node goes on with everything else. */
export const holdOne = (name: string, text: RegExp) => holding(name, false, (asked) => text.test(asked))

/** True while no statement of the node is under way or held. */
export const isIdle = (name: string): boolean => nodeOf(name).running === 0

/** True while nothing goes on but what is held. */
export const isQuiet = (): boolean => [...nodes.values()].every(({ held, running }) => running === held)

/** Changes the statements of a node from now on, or leaves them as they are again. */
export const plant = (name: string, change: Node["plant"]): void => {
  nodeOf(name).plant = change
}

/** The statements of all nodes that PostgreSQL has ended because of a deadlock since the last call. */
export const deadlocks = (): ReadonlyArray<string> => [...nodes.values()].flatMap((node) => node.deadlocks.splice(0))

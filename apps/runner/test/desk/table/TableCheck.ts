/**
 * Proves a table over all situations without visiting each: a set of situations is a list of boxes (for each field the values that it may
 * have), and what a row leaves over is again a list of boxes. The result is exact.
 */
import { type Field, fields, type Pattern, type Situation } from "../../../src/desk/DeskTable.ts"

type Box = { readonly [F in Field]: ReadonlyArray<string> }

const names = Object.keys(fields) as ReadonlyArray<Field>

const meets = (box: Box, pattern: Pattern): boolean =>
  names.every((name) => pattern[name] === undefined || box[name].some((value) => (pattern[name] as ReadonlyArray<string>).includes(value)))

const within = (set: ReadonlyArray<Box>, pattern: Pattern): ReadonlyArray<Box> =>
  set.filter((box) => meets(box, pattern)).map((box) =>
    Object.fromEntries(names.map((name) => [name, pattern[name] === undefined ? box[name] : box[name].filter((value) => (pattern[name] as ReadonlyArray<string>).includes(value))])) as Box)

const outside = (set: ReadonlyArray<Box>, pattern: Pattern): ReadonlyArray<Box> =>
  set.flatMap((box) => {
    if (!meets(box, pattern)) return [box]
    const left: Array<Box> = []
    let rest: Box = box
    for (const name of names) {
      const values: ReadonlyArray<string> | undefined = pattern[name]
      if (values === undefined) continue
      const others = rest[name].filter((value) => !values.includes(value))
      if (others.length > 0) left.push({ ...rest, [name]: others })
      rest = { ...rest, [name]: rest[name].filter((value) => values.includes(value)) }
    }
    return left
  })

const count = (set: ReadonlyArray<Box>): number => set.reduce((sum, box) => sum + names.reduce((product, name) => product * box[name].length, 1), 0)

/** One situation of a set, for people. */
const example = ([box]: ReadonlyArray<Box>): Situation | undefined => box && Object.fromEntries(names.map((name) => [name, box[name][0]])) as Situation

export interface Checked {
  /** How many situations there are, without those that cannot be. */
  readonly situations: number
  /** A situation that no row matches. */
  readonly undecided: Situation | undefined
  /** The names of rows that decide nothing, and the patterns of others that do not matter. */
  readonly dead: ReadonlyArray<string>
}

export interface Checkable {
  readonly name: string
  readonly when: ReadonlyArray<Pattern>
}

export const check = (rows: ReadonlyArray<Checkable>, impossible: ReadonlyArray<{ readonly when: Pattern }>): Checked => {
  let rest = impossible.reduce((set, { when }) => outside(set, when), [fields] as ReadonlyArray<Box>)
  const situations = count(rest)
  const dead: Array<string> = []
  for (const { name, when } of rows) {
    for (const [at, pattern] of when.entries()) {
      if (within(rest, pattern).length === 0) dead.push(when.length === 1 ? name : `${name} ${at + 1}`)
      rest = outside(rest, pattern)
    }
  }
  return { situations, undecided: example(rest), dead }
}

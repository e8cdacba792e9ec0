/**
 * Applies the diff of a template to the template that it is based on. Diffs have no line numbers: a change applies at the
 * place where its lines occur, which must be unique.
 */

interface Change {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

const linesOf = (hunk: string, ...marks: ReadonlyArray<string>): ReadonlyArray<string> =>
  hunk.split("\n").filter((line) => marks.includes(line.charAt(0))).map((line) => line.slice(1))

/** Reads a diff: `--- path` begins a file and `@@` a change. Returns the changes by path. */
export const read = (diff: string): ReadonlyMap<string, ReadonlyArray<Change>> =>
  new Map(
    diff.split(/^--- /m).slice(1).map((file) => {
      const [path = "", ...hunks] = file.split(/\n@@\n/)
      return [path, hunks.map((hunk) => ({ before: linesOf(hunk, " ", "-"), after: linesOf(hunk, " ", "+") }))]
    })
  )

/** Applies changes to a text. Throws if a place is not found or not unique, so that the diff must be updated with its template. */
export const apply = (text: string, changes: ReadonlyArray<Change>): string =>
  changes.reduce((lines, { after, before }) => {
    const places = lines.flatMap((_, at) => (before.every((line, index) => lines[at + index] === line) ? [at] : []))
    const [place] = places
    if (place === undefined || places.length > 1) throw new Error(`these lines occur ${places.length} times; they must occur once:\n${before.join("\n")}`)
    return lines.toSpliced(place, before.length, ...after)
  }, text.split("\n")).join("\n")

/**
 * What a template has otherwise than the one it is laid over, so that what both say stands once. Written as a diff
 * without line numbers: a place is found by its lines, and must be there once.
 */

interface Change {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

const linesOf = (hunk: string, ...marks: ReadonlyArray<string>): ReadonlyArray<string> =>
  hunk.split("\n").filter((line) => marks.includes(line.charAt(0))).map((line) => line.slice(1))

/** By the path of the file: `--- path`, then a hunk after each `@@`. */
export const read = (diff: string): ReadonlyMap<string, ReadonlyArray<Change>> =>
  new Map(
    diff.split(/^--- /m).slice(1).map((file) => {
      const [path = "", ...hunks] = file.split(/\n@@\n/)
      return [path, hunks.map((hunk) => ({ before: linesOf(hunk, " ", "-"), after: linesOf(hunk, " ", "+") }))]
    })
  )

/** Throws where a change does not find its place: the text was mended there, and the change has to be looked at. */
export const apply = (text: string, changes: ReadonlyArray<Change>): string =>
  changes.reduce((lines, { after, before }) => {
    const places = lines.flatMap((_, at) => (before.every((line, index) => lines[at + index] === line) ? [at] : []))
    const [place] = places
    if (place === undefined || places.length > 1) throw new Error(`these lines stand ${places.length} times, not once:\n${before.join("\n")}`)
    return lines.toSpliced(place, before.length, ...after)
  }, text.split("\n")).join("\n")

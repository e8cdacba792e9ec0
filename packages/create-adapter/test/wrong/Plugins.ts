/**
 * Plugins that are wrong in one way each: the plugin of a template with a line of its sources changed.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Kind, type Protocol, templates } from "../../src/Choice.ts"
import * as Files from "../../src/Files.ts"
import * as Name from "../../src/Name.ts"
import { link, nodeOutput, write } from "../linked.ts"

/** A text of a source, which occurs there once, and what stands there in the wrong plugin. */
export type Edit = readonly [file: string, before: string, after: string]

export interface Wrong {
  /** What the plugin does wrong. */
  readonly message: string
  readonly edits: ReadonlyArray<Edit>
  /** The laws that it breaks: these and no others. */
  readonly breaks: ReadonlyArray<string>
}

export interface Result {
  readonly held: ReadonlyArray<string>
  readonly broken: ReadonlyArray<{ readonly law: string; readonly because: string }>
  readonly notDriven: ReadonlyArray<string>
}

const edited = (text: string | undefined, [file, before, after]: Edit): string => {
  const parts = text?.split(before) ?? []
  if (parts.length !== 2) throw new Error(`${file}: these lines occur ${Math.max(parts.length - 1, 0)} times; they must occur once:\n${before}`)
  return parts.join(after)
}

/** Writes the right plugin and each wrong one, runs the suite over all of them in one process, and returns the result of each by its place. */
export const results = (kind: Kind, protocol: Protocol, wrongs: ReadonlyArray<Pick<Wrong, "edits">>): ReadonlyArray<Result> => {
  const place = mkdtempSync(join(tmpdir(), "crossdock-wrong-"))
  try {
    const plugin: Files.Plugin = { kind, protocol, template: templates[kind][protocol]!, name: Name.read("Blue Box") as Name.Name, packageName: `crossdock-${kind}-blue-box` }
    const right = Files.of(plugin, { version: "1.2.3" })
    const nameOf = (at: number): string => String(at).padStart(2, "0")
    for (const [at, { edits }] of wrongs.entries()) {
      const files = new Map([...right].filter(([path]) => /^(?:src|test)\/|^package\.json$/.test(path)))
      for (const edit of edits) files.set(edit[0], edited(files.get(edit[0]), edit))
      Files.write(join(place, `plugin-${nameOf(at)}`), files)
    }
    write(place, "package.json", JSON.stringify({ type: "module" }))
    link(place)
    copyFileSync(join(dirname(fileURLToPath(import.meta.url)), "suite.mjs"), join(place, "suite.mjs"))
    const told = JSON.parse(nodeOutput(place, "suite.mjs", kind, protocol)) as Readonly<Record<string, Result>>
    return wrongs.map((_, at) => told[nameOf(at)]!)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

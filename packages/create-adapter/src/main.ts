#!/usr/bin/env node
/**
 * The command `npm create @crossdock/adapter`, which creates a plugin from a template.
 */
import { relative, resolve } from "node:path"
import * as Arguments from "./Arguments.ts"
import { templates } from "./Choice.ts"
import * as Files from "./Files.ts"
import * as Node from "./Node.ts"
import * as Questions from "./Questions.ts"

const say = (text: string): void => void process.stdout.write(text)

const stop = (text: string): void => {
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}

/** A folder relative to the working directory, if it is below it. */
const shown = (folder: string): string => {
  const path = relative(process.cwd(), folder)
  return path.startsWith("..") ? folder : path
}

const next = (folder: string, { name, packageName }: Files.Plugin, count: number): string => {
  const path = shown(folder)
  return `
${packageName} for ${name.title}: ${count} files in ${path === "" ? "this folder" : path}

${path === "" ? "" : `  cd ${path}\n`}  npm install
  npm run check     types, build and the suite; then open coverage/crossdock-conformance.html
`
}

const main = async (argv: ReadonlyArray<string>): Promise<void> => {
  const old = Node.problem(process.versions.node)
  if (old !== undefined) return stop(old)
  const given = Arguments.read(argv)
  if (given === "help") return say(Arguments.help)
  if ("problem" in given) return stop(`${given.problem}\n\n${Arguments.help}`)
  if (!Questions.isComplete(given) && !process.stdin.isTTY) {
    return stop(`there is no terminal to ask in; pass --kind, --protocol and --name\n\n${Arguments.help}`)
  }
  const { directory, kind, name, packageName, packages, protocol } = Questions.isComplete(given) ? given : await Questions.complete(given)
  const folder = resolve(directory ?? `${kind}-${name.kebab}`)
  if (!Files.isFree(folder)) return stop(`${folder} is not empty; choose another folder with --dir`)
  const template = templates[kind][protocol]
  if (template === undefined) return stop(`there is no template for ${kind} with the protocol ${protocol}`)
  const plugin: Files.Plugin = { kind, protocol, template, name, packageName: packageName ?? `crossdock-${kind}-${name.kebab}` }
  const files = Files.of(plugin, {
    version: Files.version(),
    ...(packages !== undefined && { archives: Files.archivesIn(packages) })
  })
  Files.write(folder, files)
  say(next(folder, plugin, files.size))
}

main(process.argv.slice(2)).catch((error: unknown) => {
  // Ctrl-C ends the questions; nothing is written before the last one.
  if (error instanceof Error && error.name === "ExitPromptError") return stop("nothing was written")
  throw error
})

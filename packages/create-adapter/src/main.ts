#!/usr/bin/env node
/**
 * `npm create @crossdock/adapter`: writes a plugin in the house shape that passes its suite at once.
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

/** As short as it can be typed. */
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
    return stop(`without a terminal nothing can be asked: give --kind, --protocol and --name\n\n${Arguments.help}`)
  }
  const { directory, kind, name, packageName, packages, protocol } = Questions.isComplete(given) ? given : await Questions.complete(given)
  const folder = resolve(directory ?? `${kind}-${name.kebab}`)
  if (!Files.isFree(folder)) return stop(`${folder} is not empty; name another folder with --dir`)
  const template = templates[kind][protocol]
  if (template === undefined) return stop(`there is no template for ${kind} by ${protocol}`)
  const plugin: Files.Plugin = { kind, protocol, template, name, packageName: packageName ?? `crossdock-${kind}-${name.kebab}` }
  const files = Files.of(plugin, {
    version: Files.version(),
    ...(packages !== undefined && { archives: Files.archivesIn(packages) })
  })
  Files.write(folder, files)
  say(next(folder, plugin, files.size))
}

main(process.argv.slice(2)).catch((error: unknown) => {
  // Who presses Ctrl-C has changed his mind; nothing is written before the last question.
  if (error instanceof Error && error.name === "ExitPromptError") return stop("nothing was written")
  throw error
})

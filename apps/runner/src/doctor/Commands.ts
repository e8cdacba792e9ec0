/**
 * Commands in the texts of findings. They stand between backquotes, as code does in Markdown, so that a page can show and copy each of
 * them, with the names in it.
 */

/** A command in a text. More backquotes than it has itself enclose it. */
export const inText = (command: string): string => {
  const longest = Math.max(0, ...[...command.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = "`".repeat(longest + 1)
  return longest === 0 ? `${fence}${command}${fence}` : `${fence} ${command} ${fence}`
}

/** The commands of a text, in their order. */
export const of = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/gs)].flatMap(([, , code = ""]) => code.trim().startsWith("crossdock ") ? [code.trim()] : [])

/** A word of a shell at the beginning of a text, without its quotes. */
const firstWord = (text: string): string | undefined => {
  const [word] = /^(?:'[^']*'|\\.|[^\s'\\])+/s.exec(text.trimStart()) ?? []
  return word?.replaceAll(/'([^']*)'|\\(.)/gs, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? "")
}

/** The value of a flag of a command. */
export const optionOf = (command: string, name: string): string | undefined => {
  const at = command.indexOf(` --${name} `)
  return at < 0 ? undefined : firstWord(command.slice(at + name.length + 4))
}

/** The word after the name of a command. */
export const argumentOf = (command: string, words: string): string | undefined =>
  command.startsWith(`crossdock ${words} `) ? firstWord(command.slice(`crossdock ${words} `.length)) : undefined

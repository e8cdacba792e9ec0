/**
 * Filters are in the address, each as plain text, so that a copied address shows the same page. These functions read and write them.
 */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export const stringifySearch = (search: Record<string, unknown>): string => {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    typeof value === "string" && value !== "" ? [[name, value]] : typeof value === "number" || typeof value === "boolean" ? [[name, String(value)]] : []
  )
  const text = new URLSearchParams(pairs).toString()
  return text === "" ? "" : `?${text}`
}

/** The members of `names` that the address has; an empty one counts as absent. */
export const texts = <const Names extends ReadonlyArray<string>>(names: Names) => (search: Record<string, unknown>): { [Name in Names[number]]?: string } => {
  const found: { [Name in Names[number]]?: string } = {}
  for (const name of names as ReadonlyArray<Names[number]>) {
    const value = search[name]
    if (typeof value === "string" && value.trim() !== "") found[name] = value
  }
  return found
}

/** `value` if it is one of `allowed`. */
export const oneOf = <const Allowed extends ReadonlyArray<string>>(allowed: Allowed, value: unknown): Allowed[number] | undefined =>
  allowed.find((each) => each === value)

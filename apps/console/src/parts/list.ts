/**
 * The filters of a list, which are its address. A changed filter begins at the newest again, with nothing open.
 */
type Search = { readonly [name: string]: string | undefined }

/** The address after a change: what is undefined or empty is left out. */
export const changed = (search: Search, change: Search, dropped: ReadonlyArray<string> = []): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...search, ...Object.fromEntries(dropped.map((name) => [name, undefined])), ...change })
      .flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]]))
  )

export interface Filters<Name extends string> {
  /** Changes filters. */
  readonly set: (change: { readonly [N in Name]?: string | undefined }) => void
  /** Changes what is no filter, such as the page of the list or its open row. */
  readonly go: (change: { readonly [N in Name]?: string | undefined }, replace?: boolean) => void
  readonly clear: () => void
  readonly isFiltered: boolean
}

/** `passing` are the members that are no filters; `kept` are filters that "Clear" does not touch. */
export const filtersOf = <const S extends Search>(
  search: S,
  open: (next: Record<string, string>, replace: boolean) => void,
  passing: ReadonlyArray<keyof S & string> = [],
  kept: ReadonlyArray<keyof S & string> = []
): Filters<keyof S & string> => {
  const apart: ReadonlyArray<string> = [...passing, ...kept]
  return {
    set: (change) => open(changed(search, change, passing), false),
    go: (change, replace = false) => open(changed(search, change), replace),
    clear: () => open(changed({}, Object.fromEntries(kept.map((name) => [name, search[name]]))), false),
    isFiltered: Object.entries(search).some(([name, value]) => value !== undefined && !apart.includes(name))
  }
}

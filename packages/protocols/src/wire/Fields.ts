/**
 * The header fields of a request that a protocol reads.
 */
/** Header names and values as they were received. */
type Headers = ReadonlyArray<readonly [name: string, value: string]>

export interface Fields<Name extends string> {
  /** The first value of each field. A field that was not sent is absent. */
  readonly values: { readonly [N in Name]?: string }
  /** The first of the names, in their order, that appears twice with different values. */
  readonly ambiguous: Name | undefined
}

/** Builds a lookup of header fields by name, without regard to letter case. */
export const fieldsOf = <const Name extends string>(
  names: ReadonlyArray<Name>
): ((headers: Headers) => Fields<Name>) => {
  const wanted = names.map((name) => name.toLowerCase())
  return (headers) => {
    const values: { [N in Name]?: string } = {}
    let ambiguous = names.length
    for (const [key, value] of headers) {
      for (let at = 0; at < wanted.length; at++) {
        if (key.length !== wanted[at]!.length || key.toLowerCase() !== wanted[at]) continue
        const name = names[at]!
        const known = values[name]
        if (known === undefined) values[name] = value
        else if (known !== value && at < ambiguous) ambiguous = at
      }
    }
    return { values, ambiguous: names[ambiguous] }
  }
}

/**
 * A sentence of the runner. Commands stand in it between backquotes, one or more, and are shown in the fixed font.
 */
export const Prose = ({ children }: { readonly children: string }) => (
  <>{children.split(/((?<!`)(`+)(?!`).+?(?<!`)\2(?!`))/s).map((part, place) => (place % 3 === 0 ? part : place % 3 === 1 ? <code key={place}>{part.replaceAll(/^`+|`+$/g, "").trim()}</code> : null))}</>
)

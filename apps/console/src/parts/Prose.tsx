/**
 * A sentence of the runner. Commands stand in it between backquotes, and are shown in the fixed font.
 */
export const Prose = ({ children }: { readonly children: string }) => (
  <>{children.split("`").map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part))}</>
)

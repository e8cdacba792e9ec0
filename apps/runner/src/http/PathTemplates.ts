/**
 * Paths as templates, in which `{name}` stands for one segment. They are data, so that two protocols that serve the same path are found
 * when the composition is checked.
 */

/** Paths of the runner itself. All that is below the callbacks of a connection belongs to its plugin. */
const callbacks = "/callbacks/{connection}"
const reserved = ["/livez", "/readyz", callbacks, "/oauth/callback/{connection}", "/openapi", "/openapi/{file}"] as const

const segmentsOf = (template: string): ReadonlyArray<string> => template.split("/")

const isParameter = (segment: string): boolean => /^\{\w+\}$/.test(segment)

/** Says why a text is not a template; undefined if it is one. */
export const problemOf = (template: string): string | undefined =>
  template.startsWith("/") && segmentsOf(template).every((segment) => isParameter(segment) || /^[\w.~-]*$/.test(segment))
    ? undefined
    : "a path begins with / and consists of segments of letters, digits and ._~-, or {name} for any segment"

const escaped = (segment: string): string => segment.replace(/[.]/g, "\\$&")

/** The paths that a template describes. */
export const patternOf = (template: string): RegExp =>
  new RegExp(`^${segmentsOf(template).map((segment) => isParameter(segment) ? "[^/]+" : escaped(segment)).join("/")}$`)

/** Whether there is a path that both templates describe. */
export const overlap = (one: string, other: string): boolean => {
  const [first, second] = [segmentsOf(one), segmentsOf(other)]
  return first.length === second.length && first.every((segment, at) => segment === second[at] || isParameter(segment) || isParameter(second[at]!))
}

/** Whether a template describes a path of the runner itself, which no protocol may serve. */
export const isReserved = (template: string): boolean =>
  reserved.some((own) => overlap(own, template)) || overlap(callbacks, segmentsOf(template).slice(0, segmentsOf(callbacks).length).join("/"))

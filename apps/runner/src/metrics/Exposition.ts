/**
 * Families of metrics as values, and how they are written in the Prometheus text format. Label values are bounded: never an order
 * number, an address or a free text.
 */

export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly labels: Labels
  /** The value itself, or since when in milliseconds, of which the seconds until now are shown: an age grows even if nobody reads it anew. */
  readonly is: { readonly value: number } | { readonly since: number }
}

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: "counter" | "gauge"
  readonly samples: ReadonlyArray<Sample>
}

export const value = (labels: Labels, of: number): Sample => ({ labels, is: { value: of } })

/** The seconds since a time in milliseconds. */
export const age = (labels: Labels, since: number): Sample => ({ labels, is: { since } })

export const gauge = (name: string, help: string, samples: ReadonlyArray<Sample>): Family => ({ name, help, type: "gauge", samples })
export const counter = (name: string, help: string, samples: ReadonlyArray<Sample>): Family => ({ name, help, type: "counter", samples })

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\"", "\\\"")

const line = (name: string, { is, labels }: Sample, now: number): string => {
  const written = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`).join(",")
  const shown = "value" in is ? is.value : Math.max(0, (now - is.since) / 1000)
  return `${name}${written === "" ? "" : `{${written}}`} ${shown}`
}

export const text = (families: ReadonlyArray<Family>, now: number): string =>
  families.flatMap(({ help, name, samples, type }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => line(name, sample, now))]).join("\n")

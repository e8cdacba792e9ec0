/**
 * Decides which traces are recorded, by the values that OpenTelemetry defines for `OTEL_TRACES_SAMPLER`. The decision depends on the trace
 * id alone, so all nodes decide alike. What a caller says of sampling is not believed, so `parentbased_` means only what this runner has
 * decided about the same trace before.
 */

/** Whether the trace with this id is recorded. */
export type Sampler = (traceId: string) => boolean

/** The last digits of a trace id, as many as are an exact number; a ratio is a part of their range. */
const digits = 13
const range = 16 ** digits

const ofRatio = (ratio: number): Sampler => (traceId) => Number.parseInt(traceId.slice(-digits), 16) < ratio * range

const always: Sampler = () => true
const never: Sampler = () => false

const samplers: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => always,
  always_off: () => never,
  traceidratio: ofRatio,
  parentbased_always_on: () => always,
  parentbased_always_off: () => never,
  parentbased_traceidratio: ofRatio
}

/** The sampler of a name and its argument, or what is wrong with them. */
export const of = (name: string | undefined, argument: string | undefined): Sampler | { readonly problem: string } => {
  const found = name === undefined || Object.hasOwn(samplers, name) ? samplers[name ?? "parentbased_always_on"] : undefined
  if (found === undefined) return { problem: `OTEL_TRACES_SAMPLER is none of ${Object.keys(samplers).join(", ")}` }
  const ratio = argument === undefined ? 1 : Number(argument)
  return ratio >= 0 && ratio <= 1 ? found(ratio) : { problem: "OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1" }
}

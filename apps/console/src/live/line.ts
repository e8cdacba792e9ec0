/**
 * The line by which the runner tells of changes. It is opened again when it breaks, later and later, and begins with a hint of everything.
 */
export interface Hint {
  readonly topics: ReadonlyArray<string>
  readonly build?: string
}

/** The pauses before further attempts, in milliseconds. Each is made longer by up to a half, so that not all pages come at once after a restart of the runner. */
const pauses = [1000, 2000, 5000, 15_000]
/** The runner says something at least every 15 s. A line that says nothing for this long is broken, though nobody has closed it. */
export const silence = 40_000

/** From 0 to 1. */
const chance = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

const read = (text: string): Hint | undefined => {
  const value: unknown = JSON.parse(text)
  if (typeof value !== "object" || value === null || !("topics" in value) || !Array.isArray(value.topics)) return undefined
  return { topics: value.topics.map(String), ...("build" in value && typeof value.build === "string" && { build: value.build }) }
}

/** Opens it until the function that is returned is called. */
export const openLine = (address: string, onHint: (hint: Hint) => void, onBroken: () => void): () => void => {
  let source: EventSource | undefined
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const after = (pause: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, pause)
  }
  const broken = () => {
    source?.close()
    onBroken()
    const pause = pauses[Math.min(attempt, pauses.length - 1)] ?? 0
    attempt++
    after(pause * (1 + chance() / 2), connect)
  }
  const connect = () => {
    source = new EventSource(address)
    source.addEventListener("error", broken)
    source.addEventListener("message", ({ data }) => {
      attempt = 0
      after(silence, broken)
      const hint = read(String(data))
      if (hint !== undefined) onHint(hint)
    })
    after(silence, broken)
  }
  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

export interface Program {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

/** How a program is started; undefined if it is not there. */
export const programOf: (name: "prometheus" | "promtool" | "caddy" | "docker-compose") => Program | undefined
/** The library that gives a process another clock, by LD_PRELOAD; undefined if it is not there. */
export const fakeTime: () => string | undefined
export const isPrepared: () => boolean
export const prepare: (options: { readonly mayInstall: boolean }) => string | undefined

export interface Program {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

/** How a program is started; undefined if it is not there. */
export const programOf: (name: "prometheus" | "promtool" | "caddy" | "docker-compose") => Program | undefined
export const isPrepared: () => boolean
export const prepare: (options: { readonly mayInstall: boolean }) => string | undefined

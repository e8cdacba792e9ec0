import type { paths } from "#paths"

/** What a GET of this path answers. */
export type Answer<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: { content: { "application/json": infer Content } } } } } ? Content : never

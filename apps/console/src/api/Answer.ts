import type { paths } from "#paths"

/** What a GET of this path answers. */
export type Answer<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: { content: { "application/json": infer Content } } } } } ? Content : never

/** What a POST of this path answers. */
export type PostAnswer<Path extends keyof paths> = paths[Path] extends { post: { responses: { 200: { content: { "application/json": infer Content } } } } } ? Content : never

/** What a POST of this path takes. */
export type PostBody<Path extends keyof paths> = paths[Path] extends { post: { requestBody: { content: { "application/json": infer Content } } } } ? Content : never

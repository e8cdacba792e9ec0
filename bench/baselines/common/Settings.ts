/**
 * The settings of a baseline: PORT, DATA (folder), PEER_URL (the warehouse or the ERP), FORM (plain,
 * grouped or durable), DATABASE_URL (PostgreSQL instead of SQLite, with a transaction per request). SEED is the
 * number of orders and ASNs that exist at start; their numbers begin with PREFIX. With PAUSED=1 nothing is sent until
 * GET /_resume. POLL_MS is the time between two rounds of polls. BOUNDS=off omits the limit of nesting, for the row raw-min.
 */
import { join } from "node:path"
import type { Form } from "../books/Store.ts"

const { env } = process

export const settings = {
  port: Number(env.PORT),
  file: join(env.DATA ?? ".", "service.sqlite"),
  peerUrl: env.PEER_URL ?? "",
  form: (env.FORM ?? "grouped") as Form | "durable",
  databaseUrl: env.DATABASE_URL ?? "",
  seed: Number(env.SEED ?? 0),
  prefix: env.PREFIX ?? "",
  pollMs: Number(env.POLL_MS ?? 60_000),
  isPaused: env.PAUSED === "1",
  hasBounds: env.BOUNDS !== "off"
}

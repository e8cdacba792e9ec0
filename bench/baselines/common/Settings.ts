/**
 * The settings of a baseline: PORT, DATA (folder), PEER_URL (the warehouse or the ERP), FORM (plain or grouped). SEED is the
 * number of orders and ASNs that exist at start; their numbers begin with PREFIX. With PAUSED=1 nothing is sent until
 * GET /_resume. BOUNDS=off omits the limit of nesting, for the row raw-min.
 */
import { join } from "node:path"
import type { Form } from "./Store.ts"

const { env } = process

export const settings = {
  port: Number(env.PORT),
  file: join(env.DATA ?? ".", "service.sqlite"),
  peerUrl: env.PEER_URL ?? "",
  form: (env.FORM ?? "grouped") as Form,
  seed: Number(env.SEED ?? 0),
  prefix: env.PREFIX ?? "",
  isPaused: env.PAUSED === "1",
  hasBounds: env.BOUNDS !== "off"
}

/**
 * What a baseline is told. PORT, DATA (folder), PEER_URL (the warehouse, or the ERP), FORM (plain or grouped), SEED: so many
 * orders and ASNs are there from the start, under numbers that begin with PREFIX; PAUSED=1: nothing goes out until
 * GET /_resume; BOUNDS=off: without the depth bound, for the row raw-min.
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

/** What a run is told by its environment. */
import { randomInt } from "node:crypto"

const { env } = process

/** Whatever is random in a run follows from it. */
export const seed = env["FAULTS_SEED"] === undefined ? randomInt(1, 2 ** 31) : Number(env["FAULTS_SEED"])

/** The long form of each fault, for a machine that has hours. */
export const isLong = env["FAULTS_LONG"] === "1"

/** Seconds, and messages per second. */
export const soak = { seconds: Number(env["FAULTS_SOAK_SECONDS"] ?? 600), perSecond: Number(env["FAULTS_SOAK_RATE"] ?? 500) }

/** The one command that repeats a test. */
export const again = (title: string): string =>
  `${isLong ? "FAULTS_LONG=1 " : ""}FAULTS_SEED=${seed} node tools/with-toolchain.mjs run --filter @crossdock/faults test:faults -t ${JSON.stringify(title.replaceAll(" > ", " "))}`

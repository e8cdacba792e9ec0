/** What a run is told by its environment. */
import { randomInt } from "node:crypto"

const { env } = process

/** Whatever is random in a run follows from it. */
export const seed = env["FAULTS_SEED"] === undefined ? randomInt(1, 2 ** 31) : Number(env["FAULTS_SEED"])

/** The long form of each fault, for a machine that has hours. */
export const isLong = env["FAULTS_LONG"] === "1"

/** Seconds, and messages per second. */
export const soak = { seconds: Number(env["FAULTS_SOAK_SECONDS"] ?? 600), perSecond: Number(env["FAULTS_SOAK_RATE"] ?? 500) }

const given = ["FAULTS_LONG", "FAULTS_SOAK_SECONDS", "FAULTS_SOAK_RATE"].flatMap((name) => (env[name] === undefined ? [] : [`${name}=${env[name]}`]))

/** The one command that repeats a test, by its full name. */
export const again = (title: string): string =>
  [
    ...given,
    `FAULTS_SEED=${seed}`,
    `node tools/with-toolchain.mjs run --filter @crossdock/faults ${title.startsWith("soak") ? "test:soak" : "test:faults"}`,
    `-t ${JSON.stringify(title)}`
  ].join(" ")

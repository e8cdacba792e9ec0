/** Reads the settings of a run from the environment. */
import { randomInt } from "node:crypto"

const { env } = process

/** The seed of everything random in a run. */
export const seed = env["FAULTS_SEED"] === undefined ? randomInt(1, 2 ** 31) : Number(env["FAULTS_SEED"])

/** Whether to run the long form of each test, which takes hours. */
export const isLong = env["FAULTS_LONG"] === "1"

/** The duration in seconds and the rate in messages per second of the soak test. */
export const soak = { seconds: Number(env["FAULTS_SOAK_SECONDS"] ?? 600), perSecond: Number(env["FAULTS_SOAK_RATE"] ?? 500) }

const given = ["FAULTS_LONG", "FAULTS_SOAK_SECONDS", "FAULTS_SOAK_RATE"].flatMap((name) => (env[name] === undefined ? [] : [`${name}=${env[name]}`]))

/** The command that repeats a test, given its full name. */
export const again = (title: string): string =>
  [
    ...given,
    `FAULTS_SEED=${seed}`,
    `node tools/with-toolchain.mjs run --filter @crossdock/faults ${title.startsWith("soak") ? "test:soak" : "test:faults"}`,
    `-t ${JSON.stringify(title)}`
  ].join(" ")

/**
 * Passwords of people, hashed with scrypt. The parameters and the salt are stored with each hash, so that later ones can be stronger.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"

/** The parameters of new hashes: 32 MB of memory, three times. */
const usual = { cost: 32_768, blockSize: 8, parallelization: 3 }
const hashBytes = 32
const saltBytes = 16
/** Each takes its memory and a thread that other work of Node needs too. */
const atOnce = 2

interface Stored {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  readonly salt: Buffer
  readonly hash: Buffer
}

const written = ({ blockSize, cost, hash, parallelization, salt }: Stored): string =>
  ["scrypt", cost, blockSize, parallelization, salt.toString("base64url"), hash.toString("base64url")].join(":")

const read = (text: string): Stored => {
  const [, cost, blockSize, parallelization, salt = "", hash = ""] = text.split(":")
  return {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url")
  }
}

/**
 * Equal passwords can be typed as different characters, so they are compared in one form. Node cannot stop the work, so it keeps its permit to
 * its end also if nobody waits for it any more.
 */
const derived = (password: Redacted.Redacted, { blockSize, cost, parallelization, salt }: Omit<Stored, "hash">, length: number) =>
  Effect.uninterruptible(Effect.callback<Buffer>((resume) => {
    scrypt(Redacted.value(password).normalize("NFKC"), salt, length, { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize }, (error, key) => {
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    })
  }))

export class Passwords extends Context.Service<Passwords, {
  /** What is stored of a password. */
  readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
  /** Whether it is the password of which this was stored. Without an account the answer takes the same work and is false. */
  readonly isRight: (password: Redacted.Redacted, stored: string | undefined) => Effect.Effect<boolean>
}>()("@crossdock/runner/accounts/Passwords") {
  static readonly layer = Layer.effect(Passwords, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const permits = yield* Semaphore.make(atOnce)
  const none: Stored = { ...usual, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) }
  return Passwords.of({
    hash: (password) => {
      const salt = randomBytes(saltBytes)
      return Effect.map(permits.withPermit(derived(password, { ...usual, salt }, hashBytes)), (hash) => written({ ...usual, salt, hash }))
    },
    isRight: (password, stored) => {
      const known = stored === undefined ? none : read(stored)
      return Effect.map(permits.withPermit(derived(password, known, known.hash.length)), (hash) => timingSafeEqual(hash, known.hash) && stored !== undefined)
    }
  })
})

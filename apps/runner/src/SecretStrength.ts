/**
 * Checks the strength of the key and the token that an operator sets, and of the secrets of callers.
 */

const make = "make one with: openssl rand -base64 32"

export const keyBytes = 32
/** Of 32 random bytes about 30 differ; fewer than half cannot be random. */
const differentBytes = 16

/** Base64 with either alphabet; hexadecimal digits match too. */
const isBase64 = /^[\w+/-]+={0,2}$/

/** Why a key is too weak; undefined if it is strong enough. */
export const keyWeakness = (key: string): string | undefined => {
  const bytes = isBase64.test(key) ? Buffer.from(key, "base64") : Buffer.alloc(0)
  return bytes.length >= keyBytes && new Set(bytes).size >= differentBytes
    ? undefined
    : `is not 32 random bytes in Base64; ${make}`
}

export const tokenLength = 24
const differentCharacters = 8

/** Why a token is too weak; undefined if it is strong enough. */
export const tokenWeakness = (token: string): string | undefined =>
  token.length >= tokenLength && new Set(token).size >= differentCharacters
    ? undefined
    : `is easy to guess; use at least ${tokenLength} random characters: ${make}, or remove it to use the token that is generated in the data folder`

/** Shorter secrets are refused, although a random one should be longer: the ERP and the warehouses choose many of them. */
export const callerSecretLength = 8
const differentInSecret = 4

/** Why the secret of a caller is too weak; undefined if it is strong enough. */
export const callerSecretWeakness = (secret: string): string | undefined =>
  secret.length >= callerSecretLength && new Set(secret).size >= differentInSecret
    ? undefined
    : `is easy to guess; use at least ${callerSecretLength} characters, better 32 random ones: ${make}`

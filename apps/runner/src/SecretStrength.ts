/**
 * What an operator sets as key or token, looked at before it guards anything.
 */

const make = "make one with: openssl rand -base64 32"

export const keyBytes = 32
/** Of 32 random bytes about 30 differ; fewer than half is no chance. */
const differentBytes = 16

/** Base64 with either alphabet, which also reads hexadecimal digits. */
const isBase64 = /^[\w+/-]+={0,2}$/

/** Why a key seals nothing well; undefined: it does. */
export const keyWeakness = (key: string): string | undefined => {
  const bytes = isBase64.test(key) ? Buffer.from(key, "base64") : Buffer.alloc(0)
  return bytes.length >= keyBytes && new Set(bytes).size >= differentBytes
    ? undefined
    : `is not 32 random bytes in Base64; ${make}`
}

export const tokenLength = 24
const differentCharacters = 8

/** Why a token keeps nobody out; undefined: it does. */
export const tokenWeakness = (token: string): string | undefined =>
  token.length >= tokenLength && new Set(token).size >= differentCharacters
    ? undefined
    : `is easy to guess; it has at least ${tokenLength} characters of chance: ${make}, or leave it out and take the one that is made in the data folder`

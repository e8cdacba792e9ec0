/**
 * The one function of Node that the signing functions of the guides use. Browsers have no MD5, and no SHA-1 where a page comes without TLS.
 */
import { md5, sha1 } from "@noble/hashes/legacy.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

const algorithms = { md5, sha1 } as const

interface Hash {
  readonly update: (text: string, encoding: "utf8") => { readonly digest: (form: "hex") => string }
}

export const createHash = (name: keyof typeof algorithms): Hash => ({
  update: (text) => ({ digest: () => bytesToHex(algorithms[name](utf8ToBytes(text))) })
})

/**
 * Random secrets of sessions and of named tokens. Only their hashes are stored: they are long and random, so a plain hash cannot be guessed back.
 */
import { createHash, randomBytes } from "node:crypto"

const secretBytes = 32

export const newSecret = (): string => randomBytes(secretBytes).toString("base64url")

export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url")

/** What a page has to send beside the cookie. It follows from the secret, and the secret does not follow from it. */
export const csrfOf = (secret: string): string => createHash("sha256").update(`csrf ${secret}`).digest("base64url")

const tokenPrefix = "cdk_"

/** A token for a script. The prefix tells people and scanners of secrets what it is. */
export const newToken = (): string => tokenPrefix + newSecret()

export const isNamedToken = (presented: string): boolean => presented.startsWith(tokenPrefix)

/**
 * A report with the signature of whoever ran the test, made with an Ed25519 key of his own, and its verification.
 */
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto"
import type { Report } from "./Report.ts"

export interface SignedReport {
  readonly report: Report
  /** The public key that verifies the signature, as PEM. A reader compares it with the one that he got from the tester. */
  readonly publicKey?: string
  /** Ed25519 over the JSON text of `report` without white space, as Base64. */
  readonly signature?: string
}

const bytesOf = (report: Report): Buffer => Buffer.from(JSON.stringify(report), "utf8")

/** Signs a report with a private key in PEM. Throws for a key that is no Ed25519 key. */
export const signed = (report: Report, privateKey: string): SignedReport => {
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== "ed25519") throw new Error("the key is no Ed25519 key; make one with: openssl genpkey -algorithm ed25519 -out key.pem")
  return { report, publicKey: createPublicKey(key).export({ type: "spki", format: "pem" }).toString(), signature: sign(null, bytesOf(report), key).toString("base64") }
}

export type Verdict = "valid" | "unsigned" | "changed" | "another key"

/** Verifies a report, with the tester's public key if it is known. */
export const verdictOf = ({ publicKey, report, signature }: SignedReport, expected?: string): Verdict => {
  if (publicKey === undefined || signature === undefined) return "unsigned"
  const key = createPublicKey(publicKey)
  if (expected !== undefined && !createPublicKey(expected).equals(key)) return "another key"
  return verify(null, bytesOf(report), key, Buffer.from(signature, "base64")) ? "valid" : "changed"
}

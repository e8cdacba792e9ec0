/** Certificate authorities for one test run, created with openssl. */
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface Authority {
  /** The file of its certificate, for NODE_EXTRA_CA_CERTS. */
  readonly file: string
  /** A certificate for 127.0.0.1. */
  readonly server: Certificate
}

const openssl = (args: ReadonlyArray<string>): void => {
  const { status, stderr } = spawnSync("openssl", [...args], { encoding: "utf8" })
  if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`)
}

const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

export const authority = (folder: string, name: string): Authority => {
  const file = (end: string) => join(folder, `${name}-${end}`)
  openssl(["req", "-x509", ...curve, "-days", "2", "-subj", `/CN=${name}`, "-keyout", file("ca.key"), "-out", file("ca.pem")])
  openssl(["req", ...curve, "-subj", "/CN=127.0.0.1", "-keyout", file("server.key"), "-out", file("server.csr")])
  writeFileSync(file("server.ext"), "subjectAltName=IP:127.0.0.1\n")
  openssl(["x509", "-req", "-days", "2", "-in", file("server.csr"), "-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial", "-extfile", file("server.ext"), "-out", file("server.pem")])
  return { file: file("ca.pem"), server: { key: readFileSync(file("server.key"), "utf8"), cert: readFileSync(file("server.pem"), "utf8") } }
}

/**
 * What a runner says when it is ready: where it is, by what the sandbox is called, and what to try first.
 */
import { join } from "node:path"
import type { Invocation } from "./Invocation.ts"
import type { Credentials } from "./Sandbox.ts"

export interface Ready {
  readonly host: string
  readonly port: number
  readonly adminPort: number
  readonly dataFolder: string
  /** The token stands in the environment, and in no file. */
  readonly hasToken: boolean
  /** It sends nothing unasked. */
  readonly isRestored: boolean
  /** Absent: a composition of its own runs. */
  readonly sandbox: (Credentials & { readonly erpUrl: string | undefined; readonly isWellKnown: boolean }) | undefined
  readonly composition: { readonly file: string; readonly links: number; readonly connections: number }
}

/** Where the command line looks when nothing else is said. */
const usualPort = 8080

const sandboxLines = (base: string, folder: string, { accessId, erpUrl, isWellKnown, secretKey }: NonNullable<Ready["sandbox"]>): ReadonlyArray<string> => {
  const secret = isWellKnown ? secretKey : `in ${join(folder, "sandbox-secret")}`
  return [
    `  sandbox warehouse  POST ${base}/warehouse   accessId ${accessId}   secretKey ${secret}`,
    `  sandbox gateway    POST ${base}/global-api/v1/warehouse/<operation>   appKey ${accessId}   warehouseKey sandbox   secret ${secret}`,
    `  callbacks go to    ${erpUrl ?? `${base} (itself; set CROSSDOCK_ERP_URL to your ERP)`}`
  ]
}

export const text = ({ adminPort, composition, dataFolder, hasToken, host, isRestored, port, sandbox }: Ready, { command }: Invocation): string => {
  const base = `http://${host.includes(":") ? `[${host}]` : host}:${port}`
  const url = port === usualPort ? "" : ` --url http://127.0.0.1:${port}/warehouse`
  return [
    `crossdock is ready at ${base}`,
    ...(sandbox === undefined
      ? [`  ${composition.links} links over ${composition.connections} connections from ${composition.file}`]
      : sandboxLines(base, dataFolder, sandbox)),
    `  admin              http://127.0.0.1:${adminPort}   (token in ${hasToken ? "CROSSDOCK_ADMIN_TOKEN" : join(dataFolder, "admin-token")})`,
    ...(isRestored
      ? [`  RESTORED BACKUP    nothing is sent unasked, and the warehouse is asked before each create, until: ${command} restore end`]
      : []),
    sandbox === undefined
      ? `  look around        ${command} connections ls`
      : `  first call         ${command} call createOrder --example${url}`,
    ""
  ].join("\n")
}

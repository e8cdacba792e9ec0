/**
 * The text that a runner prints when it is ready: its addresses, the credentials of the sandbox, and what to try first.
 */
import { join } from "node:path"
import { inUrl } from "./AdminHosts.ts"
import type { Invocation } from "./LaunchCommand.ts"
import { type Credentials, shop } from "./Sandbox.ts"

export interface Ready {
  readonly host: string
  readonly port: number
  readonly adminHost: string
  readonly adminPort: number
  readonly dataFolder: string
  /** Whether the token comes from the environment and not from a file. */
  readonly hasToken: boolean
  /** The code of the first sign-in, while nobody has an account. */
  readonly firstCode: string | undefined
  /** Whether the runner works on a restored backup. */
  readonly isRestored: boolean
  /** Undefined: the runner has its own composition. */
  readonly sandbox: (Credentials & { readonly erpUrl: string | undefined; readonly isWellKnown: boolean }) | undefined
  readonly composition: { readonly file: string; readonly links: number; readonly connections: number }
}

/** The default port of the command line. */
const usualPort = 8080

const sandboxLines = (base: string, folder: string, { accessId, erpUrl, isWellKnown, secretKey }: NonNullable<Ready["sandbox"]>): ReadonlyArray<string> => {
  const secret = isWellKnown ? secretKey : `in ${join(folder, "sandbox-secret")}`
  return [
    `  sandbox warehouse  POST ${base}/warehouse   accessId ${accessId}   secretKey ${secret}`,
    `  sandbox gateway    POST ${base}/global-api/v1/warehouse/<operation>   appKey ${accessId}   warehouseKey sandbox   secret ${secret}`,
    `  sandbox shop       POST ${base}/extApi/platform/<method>   accessId ${accessId}   platform ${shop.platform}   shopId ${shop.shopId}   code ${shop.code}   secretKey ${secret}`,
    `  sandbox books      POST ${base}/api/v1/inventory and ${base}/api/v1/asn   appId ${accessId}   appSecret ${secret}`,
    `  callbacks go to    ${erpUrl ?? `${base} (itself; set CROSSDOCK_ERP_URL to your ERP)`}`
  ]
}

export const text = ({ adminHost, adminPort, composition, dataFolder, firstCode, hasToken, host, isRestored, port, sandbox }: Ready, { command }: Invocation): string => {
  const base = `http://${host.includes(":") ? `[${host}]` : host}:${port}`
  const admin = `http://${inUrl(adminHost)}:${adminPort}`
  const url = port === usualPort ? "" : ` --url http://127.0.0.1:${port}/warehouse`
  return [
    `crossdock is ready at ${base}`,
    ...(sandbox === undefined
      ? [`  composition        ${composition.file}: ${composition.links} links, ${composition.connections} connections`]
      : sandboxLines(base, dataFolder, sandbox)),
    `  console            ${admin}${firstCode === undefined ? "" : `/#first=${firstCode}`}   (open it in a browser of this machine)`,
    `  admin API          ${admin}/admin   (token in ${hasToken ? "CROSSDOCK_ADMIN_TOKEN" : join(dataFolder, "admin-token")})`,
    ...(isRestored
      ? [`  RESTORED BACKUP    deliveries are sent only when asked, and the warehouse is asked before each create, until: ${command} restore end`]
      : []),
    sandbox === undefined
      ? `  connections        ${command} connections ls`
      : `  first call         ${command} call createOrder --example${url}`,
    ""
  ].join("\n")
}

/**
 * A real provider of OpenID Connect on this machine, and a browser that signs in there by its forms. A test may bend what the provider answers,
 * to see that the runner does not believe it.
 */
import { createSign, generateKeyPairSync } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type Configuration, Provider } from "oidc-provider"

export const clientId = "crossdock"
export const clientSecret = "a-client-secret-of-the-tests"

export interface Token {
  readonly header: Record<string, unknown>
  readonly claims: Record<string, unknown>
}

export interface Options {
  /** The addresses to which the provider may send a browser back. */
  readonly redirectUris: ReadonlyArray<string>
  /** What the ID token of somebody says beside his subject. */
  readonly claims?: (subject: string) => Record<string, unknown>
}

export interface Running {
  readonly issuer: string
  /** Changes the next ID tokens; `key: "own"` signs them with the provider's key, `"other"` with one that it does not publish. */
  bend: { readonly change: (token: Token) => Token; readonly key: "own" | "other" | "none" } | undefined
  /** Replaces members of the provider's description of itself. */
  described: Readonly<Record<string, unknown>>
  /** Answers each request with this in place of the provider. */
  broken: ((path: string) => { readonly status: number; readonly type: string; readonly body: string } | undefined) | undefined
  /** The paths that were asked for. */
  readonly asked: Array<string>
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

const [own, other] = [1, 2].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }))

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")
const readPart = (text: string): Record<string, unknown> => JSON.parse(Buffer.from(text, "base64url").toString())

const bent = (idToken: string, { change, key }: NonNullable<Running["bend"]>): string => {
  const [header = "", claims = ""] = idToken.split(".")
  const token = change({ header: readPart(header), claims: readPart(claims) })
  const signed = `${part(token.header)}.${part(token.claims)}`
  if (key === "none") return `${signed}.`
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign((key === "own" ? own : other)!.privateKey, "base64url")}`
}

const configuration = ({ claims = () => ({}), redirectUris }: Options): Configuration => ({
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] }],
  // Without this, claims of a scope come from the userinfo endpoint alone.
  conformIdTokenClaims: false,
  claims: { openid: ["sub", "preferred_username", "groups", "email"] },
  pkce: { required: () => true },
  // Without them it writes notices.
  ttl: { AccessToken: 600, AuthorizationCode: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  cookies: { keys: ["a-key-of-the-tests"] },
  jwks: { keys: [{ ...own!.privateKey.export({ format: "jwk" }), kid: "own", use: "sig", alg: "RS256" }] },
  findAccount: (_, subject) => ({ accountId: subject, claims: () => ({ sub: subject, ...claims(subject) }) }),
  // Nobody is asked for his consent.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ accountId: oidc.session!.accountId!, clientId: oidc.client!.clientId })
    grant.addOIDCScope("openid")
    await grant.save()
    return grant
  }
})

const opened = (server: Server, port: number): Promise<number> =>
  new Promise((done, failed) => {
    server.once("error", failed)
    server.listen(port, "127.0.0.1", () => done((server.address() as AddressInfo).port))
  })

/** Starts a provider; `stop` and `start` take it away and bring it back at the same address. */
export const running = async (options: Options): Promise<Running> => {
  let serve: ReturnType<Provider["callback"]> | undefined
  const run: { -readonly [K in keyof Running]: Running[K] } = {
    issuer: "",
    bend: undefined,
    described: {},
    broken: undefined,
    asked: [],
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
    start: async () => {
      await opened(server, port)
    }
  }
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace(/\?.*$/s, "")
    run.asked.push(path)
    // Its pages would load a font of another host.
    response.setHeader("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
    const broken = run.broken?.(path)
    if (broken === undefined) return void serve?.(request, response)
    response.writeHead(broken.status, { "content-type": broken.type }).end(broken.body)
  })
  const port = await opened(server, 0)
  run.issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(run.issuer, configuration(options))
  provider.use(async (context, next) => {
    await next()
    const body: unknown = context.body
    if (typeof body !== "object" || body === null) return
    if ("id_token" in body && typeof body.id_token === "string" && run.bend !== undefined) context.body = { ...body, id_token: bent(body.id_token, run.bend) }
    if (context.path === "/.well-known/openid-configuration") context.body = { ...body, ...run.described }
  })
  serve = provider.callback()
  return run
}

/** A browser that keeps cookies by their host and port, follows addresses by hand, and fills the form of the provider. */
export const browser = () => {
  const cookies = new Map<string, Map<string, string>>()
  const get = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { host } = new URL(address)
    const kept = cookies.get(host) ?? new Map<string, string>()
    cookies.set(host, kept)
    const answer = await fetch(address, { ...init, redirect: "manual", headers: { ...init.headers, cookie: [...kept].map(([name, value]) => `${name}=${value}`).join("; ") } })
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = line.replace(/;.*$/s, "").split(/=(.*)/s)
      if (value === "" || /expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) kept.delete(name)
      else kept.set(name, value)
    }
    return answer
  }
  /** Signs in at the provider, and returns the address to which it sends the browser back, without opening it. */
  const signInThere = async (address: string, subject: string): Promise<string> => {
    const home = new URL(address).origin
    let answer = await get(address)
    for (let step = 0; step < 8; step++) {
      const location = answer.headers.get("location")
      if (location !== null) {
        const next = new URL(location, address)
        if (next.origin !== home) return next.href
        answer = await get(next.href)
        continue
      }
      const text = await answer.text()
      const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1]
      if (action === undefined) throw new Error(`the provider shows no form: ${answer.status} ${text.slice(0, 500)}`)
      const body = new URLSearchParams({ prompt: "login", login: subject, password: "any" })
      answer = await get(new URL(action.replaceAll("&amp;", "&"), address).href, { method: "POST", body })
    }
    throw new Error("the provider sends the browser in circles")
  }
  return { cookies, get, signInThere }
}
export type Browser = ReturnType<typeof browser>

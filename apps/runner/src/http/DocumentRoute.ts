/**
 * What the runner serves, for programs and for people: the OpenAPI document of each protocol at `/openapi/<name>.json`, and a page that
 * shows it. All files come from this machine, and the page may load nothing from another host.
 */
import { Json, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Composed } from "../Composition.ts"
import { documents } from "../DefaultProtocols.ts"
import type { Serve } from "./Route.ts"

type Setting = Composed["server"]["openapi"]

/** The paths of this route; none if the setting allows nothing. */
export const pathsOf = (setting: Setting): ReadonlyArray<string> =>
  setting === "none" ? [] : setting === "documents" ? ["/openapi/{file}"] : ["/openapi", "/openapi/{file}"]

const files = createRequire(import.meta.url)

/** A document with the address of this runner, where it is known. */
export const documentOf = (name: string, publicUrl: URL | undefined): string => {
  const text = readFileSync(files.resolve(`@crossdock/protocols/openapi/${name}.json`), "utf8")
  const document = Result.getOrThrow(Json.parse(text, { maxDepth: 64 })) as Json.JsonObject
  return Json.stringify({ ...document, servers: [{ url: publicUrl?.href.replace(/\/+$/, "") ?? "/" }] })
}

/** A file of the viewer: beside the program where it is built, and of its package otherwise. */
const viewerFile = (name: string): string => {
  const beside = new URL(`viewer/${name}`, import.meta.url)
  return readFileSync(existsSync(beside) ? beside : files.resolve(`swagger-ui-dist/${name}`), "utf8")
}

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const file = (type: string, body: string): Transport.Response => ({
  status: 200,
  headers: [
    ["content-type", `${type}; charset=utf-8`],
    ["cache-control", "no-cache"],
    ["content-security-policy", policy],
    ["referrer-policy", "no-referrer"],
    ["x-content-type-options", "nosniff"]
  ],
  body
})

const html = (title: string, body: string): Transport.Response =>
  file("text/html", `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${title}</title>\n<link rel="stylesheet" href="/openapi/swagger-ui.css">\n${body}\n</html>\n`)

const refused = (status: number, text: string, headers: Transport.Headers = []): Transport.Response =>
  ({ status, headers: [["content-type", "text/plain; charset=utf-8"], ...headers], body: `${text}\n` })

/** Shows the document whose name is the path of the page. */
const script = "SwaggerUIBundle({ url: `${location.pathname}.json`, dom_id: \"#page\", validatorUrl: null, deepLinking: true, supportedSubmitMethods: [] })\n"

/** The names of the documents of the protocols that a runner serves. */
const namesOf = ({ protocols }: Pick<Composed, "protocols">): ReadonlyArray<string> =>
  [...protocols.keys()].flatMap((protocol) => (Object.hasOwn(documents, protocol) ? [documents[protocol]!] : []))

/** Makes the route. Files are read once, when the runner starts. */
export const make = (composed: Pick<Composed, "protocols"> & { readonly server: Pick<Composed["server"], "openapi"> }, publicUrl: URL | undefined): Serve => {
  const names = namesOf(composed)
  const found = new Map(names.map((name) => [`/openapi/${name}.json`, file("application/json", documentOf(name, publicUrl))]))
  if (composed.server.openapi === "page") {
    found.set("/openapi", html("Protocols of this runner", `<ul>\n${names.map((name) => `<li><a href="/openapi/${name}">${name}</a> (<a href="/openapi/${name}.json">OpenAPI</a>)</li>`).join("\n")}\n</ul>`))
    for (const name of names) found.set(`/openapi/${name}`, html(name, "<div id=\"page\"></div>\n<script src=\"/openapi/swagger-ui-bundle.js\"></script>\n<script src=\"/openapi/page.js\"></script>"))
    found.set("/openapi/page.js", file("text/javascript", script))
    found.set("/openapi/swagger-ui-bundle.js", file("text/javascript", viewerFile("swagger-ui-bundle.js")))
    found.set("/openapi/swagger-ui.css", file("text/css", viewerFile("swagger-ui.css")))
  }
  const known = [...found.keys()].filter((path) => path.endsWith(".json")).join(", ")
  return ({ method, url }) =>
    Effect.succeed(method !== "GET" && method !== "HEAD"
      ? refused(405, "only GET is served here", [["allow", "GET, HEAD"]])
      : found.get(url.pathname) ?? refused(404, `there is no such document; there are ${known}`))
}

/**
 * The console's files, as the admin listener serves them: `index.html` at every address of a page, and what it loads below `/assets`. All of
 * them come from this machine, and the page may load and call nothing elsewhere.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** What a request says about the file that it wants. */
export interface Wish {
  /** The path without its query. */
  readonly path: string
  readonly accept: string | undefined
  readonly acceptEncoding: string | undefined
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'"
].join("; ")

const always = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2"
}

const encodings = [{ name: "br", suffix: ".br" }, { name: "gzip", suffix: ".gz" }] as const

/** Whether a client takes an encoding: it lists it, and not with the quality 0. */
const takes = (acceptEncoding: string | undefined, encoding: string): boolean =>
  (acceptEncoding ?? "").split(",").some((each) => {
    const [name, quality] = each.split(";")
    return name?.trim().toLowerCase() === encoding && !/q=0(?:\.0*)?\s*$/.test(quality ?? "")
  })

/** All files below a folder, by their paths from it, such as `/assets/index-1a2b.js`. */
const filesBelow = (folder: string): ReadonlyMap<string, Uint8Array> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => {
        const file = join(each.parentPath, each.name)
        return [file.slice(folder.length).replaceAll("\\", "/"), readFileSync(file)]
      })
  )

/** Addresses that belong to programs; the console has no page below them. */
const isOfPrograms = (path: string): boolean => /^\/(?:admin|assets|metrics|livez|readyz|openapi)(?:\/|$)/.test(path)

/** Which build it is: the name of the script that the page begins with, which changes with everything that it loads. Undefined without a built console. */
export const buildOf = (folder: string): string | undefined => {
  const page = join(folder, "index.html")
  return existsSync(page) ? /<script[^>]*\bsrc="(\/assets\/[^"]+)"/.exec(readFileSync(page, "utf8"))?.[1] : undefined
}

/**
 * Reads the folder once. The function that is returned answers a GET with a file of the console; undefined if none is meant, so that the
 * request is refused as any other one at a wrong path. Undefined without a built console.
 */
export const reading = (folder: string): ((wish: Wish) => Answer | undefined) | undefined => {
  if (!existsSync(join(folder, "index.html"))) return undefined
  const files = filesBelow(folder)
  const found = (path: string, { acceptEncoding }: Wish): Answer | undefined => {
    const plain = files.get(path)
    const type = types[extname(path)]
    if (plain === undefined || type === undefined) return undefined
    const encoded = encodings.find(({ name, suffix }) => takes(acceptEncoding, name) && files.has(`${path}${suffix}`))
    return {
      status: 200,
      headers: {
        ...always,
        "content-type": type,
        // The names of these files change with their contents; the page names those of its version.
        "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-store",
        vary: "accept-encoding",
        ...(encoded !== undefined && { "content-encoding": encoded.name })
      },
      body: (encoded === undefined ? undefined : files.get(`${path}${encoded.suffix}`)) ?? plain
    }
  }
  return (wish) => {
    const file = wish.path === "/" ? undefined : found(wish.path, wish)
    if (file !== undefined) return file
    const isPage = !isOfPrograms(wish.path) && (wish.path === "/" || /\btext\/html\b/.test(wish.accept ?? ""))
    return isPage ? found("/index.html", wish) : undefined
  }
}

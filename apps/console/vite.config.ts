import { env } from "node:process"
import { defineConfig } from "vite"

/**
 * The development server (`npm run dev` here) passes questions on to the admin listener of a runner that runs already, and says who asks
 * with its token: a page that is built has no such way in.
 */
const runner = {
  target: env["CONSOLE_RUNNER"] ?? "http://127.0.0.1:8081",
  ...(env["CROSSDOCK_ADMIN_TOKEN"] === undefined ? {} : { headers: { authorization: `Bearer ${env["CROSSDOCK_ADMIN_TOKEN"]}` } })
}

export default defineConfig({
  build: {
    target: "es2023",
    // The policy of the admin listener allows nothing that is written into the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Libraries say "use client" for servers that render pages; there is none here.
      onLog: (level, log, handle) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log)
      }
    }
  },
  server: { host: "127.0.0.1", proxy: { "/admin": runner } }
})

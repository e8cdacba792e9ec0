// An npm registry on a free port of 127.0.0.1, in a process of its own. It keeps what is published to it in a folder, and asks
// the registry that npm is configured with for everything else.
//
//   node registry.mjs <folder> <registry behind it>      prints its port once it listens, and ends with its standard input
import { join } from "node:path"
import { runServer } from "verdaccio"

const [, , folder, behind] = process.argv

const everybody = { access: "$all", publish: "$all" }
const server = await runServer({
  // Verdaccio resolves relative paths against this file.
  configPath: join(folder, "config.yaml"),
  storage: join(folder, "storage"),
  auth: { htpasswd: { file: join(folder, "htpasswd"), max_users: -1 } },
  uplinks: { behind: { url: behind, maxage: "1h", timeout: "60s", max_fails: 100 } },
  packages: {
    // Never asked for behind it: nothing there has anything to do with this test.
    "@crossdock/*": everybody,
    "crossdock-*": everybody,
    "**": { access: "$all", publish: "$none", proxy: "behind" }
  },
  web: { enable: false },
  max_body_size: "100mb",
  log: { type: "file", path: join(folder, "log"), level: "warn", format: "json" }
})
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`))
process.stdin.resume().on("end", () => process.exit(0))

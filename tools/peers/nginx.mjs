// Prepares nginx for the test that puts it as a proxy in front of a runner, and openssl for its certificate.
//
//   node tools/peers/nginx.mjs [--install]
//
// The Debian package is installed only with CI=true or --install. Otherwise the command is printed and the test is
// skipped. No dependencies; Node 20 or newer.
import { pathToFileURL } from "node:url"
import * as Installed from "./installed.mjs"

export const { isPrepared, prepare } = Installed.programs("nginx", ["nginx", "openssl"], ["nginx", "openssl"])

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) Installed.main({ prepare })

// Prepares the browser in which the tests open the console: Chromium with fonts.
//
//   node tools/peers/chromium.mjs [--install]
//
// The Debian packages are installed only with CI=true or --install. Otherwise the command is printed and the tests are
// skipped. No dependencies; Node 20 or newer.
import { pathToFileURL } from "node:url"
import * as Installed from "./installed.mjs"

export const { isPrepared, prepare } = Installed.programs("Chromium", ["chromium"], ["chromium", "fonts-noto-core"])

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) Installed.main({ prepare })

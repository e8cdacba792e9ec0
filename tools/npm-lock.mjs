// Writes the lockfile with which npm installs packed archives and exactly the dependencies that pnpm-lock.yaml pins.
//
// Without it npm would choose whatever versions the archives' ranges allow on the day of the installation. With it each
// dependency has the version and digest that the repository was tested with. npm's own settings choose the registry.

/** Parses the subset of YAML that pnpm-lock.yaml uses: nested maps of text. */
const parse = (text) => {
  const root = {}
  const open = [{ indent: -1, map: root }]
  for (const line of text.split("\n")) {
    const [, blanks, quoted, bare, value = ""] = /^( *)(?:'([^']+)'|([^\s'#][^:]*)):(?: (.+))?$/.exec(line) ?? []
    if (blanks === undefined) continue
    while (open.at(-1).indent >= blanks.length) open.pop()
    const { map } = open.at(-1)
    const key = quoted ?? bare
    if (value !== "") map[key] = value === "{}" ? {} : value.replace(/^'(.*)'$/, "$1")
    else open.push({ indent: blanks.length, map: (map[key] = {}) })
  }
  return root
}

/** Removes the peers from a key such as `name@1.2.3(peer@4.5.6)`. */
const bare = (key) => key.replace(/\(.*$/, "")
const listOf = (written) => written?.replace(/^\[(.*)\]$/, "$1").split(", ").map((item) => item.replaceAll("'", ""))

/** The key of a package: its name and version, or for an alias the key of the package that it points to. */
const keyOf = (name, version) => (/^(?:@[^/]+\/)?[^@(]+@/.test(version) ? version : `${name}@${version}`)
const nameOf = (key) => bare(key).replace(/@[^@]*$/, "")

/**
 * `archives` are the packed packages: `{ folder, file, integrity, manifest }`, with the package.json from the archive.
 * Returns `{ manifest, lockfile }` for a folder that contains the archives. Throws if pnpm-lock.yaml lacks a package.
 */
export const make = (pnpmLock, archives) => {
  const { importers, packages, snapshots } = parse(pnpmLock)
  const own = new Map(archives.map((archive) => [archive.manifest.name, archive]))
  const placed = {}
  const stop = (problem) => {
    throw new Error(`${problem}: run \`node tools/with-toolchain.mjs install\`, and commit pnpm-lock.yaml`)
  }

  /** The folder in which Node finds a package from a given folder: the nearest one above it. */
  const seenFrom = (at, name) => {
    for (let place = at;; place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))) {
      const path = `${place === "" ? "" : `${place}/`}node_modules/${name}`
      if (path in placed) return path
      if (place === "") return undefined
    }
  }

  const waiting = []
  /** Places one registry package as near to the root as possible without hiding another version. */
  const place = (at, name, key, isOptional) => {
    const found = packages[bare(key)] ?? stop(`pnpm-lock.yaml has no ${bare(key)}`)
    const version = bare(key).slice(nameOf(key).length + 1)
    const seen = seenFrom(at, name)
    if (seen !== undefined && placed[seen].version === version) {
      if (!isOptional) delete placed[seen].optional
      return
    }
    const path = seen === undefined ? `node_modules/${name}` : `${at}/node_modules/${name}`
    const { integrity } = /\{integrity: (?<integrity>[^,}]+)/.exec(found.resolution ?? "")?.groups ?? stop(`${bare(key)} has no digest`)
    const { dependencies = {}, optionalDependencies = {} } = snapshots[key] ?? stop(`pnpm-lock.yaml has no ${key}`)
    const versions = (written) => Object.fromEntries(Object.entries(written).map(([one, at]) => [one, bare(keyOf(one, at)).slice(nameOf(keyOf(one, at)).length + 1)]))
    placed[path] = {
      ...(nameOf(key) !== name && { name: nameOf(key) }),
      version,
      integrity,
      ...(isOptional && { optional: true }),
      ...Object.fromEntries(["os", "cpu", "libc"].flatMap((member) => (found[member] === undefined ? [] : [[member, listOf(found[member])]]))),
      ...(Object.keys(dependencies).length > 0 && { dependencies: versions(dependencies) }),
      ...(Object.keys(optionalDependencies).length > 0 && { optionalDependencies: versions(optionalDependencies) })
    }
    waiting.push({ at: path, dependencies, optionalDependencies, isOptional })
  }
  const placeAll = () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { at, dependencies, isOptional, optionalDependencies } = next
      for (const [name, version] of Object.entries(dependencies)) place(at, name, keyOf(name, version), isOptional)
      for (const [name, version] of Object.entries(optionalDependencies)) place(at, name, keyOf(name, version), true)
    }
  }

  for (const { file, integrity, manifest } of archives) {
    const { bin, dependencies, engines, name, peerDependencies, version } = manifest
    placed[`node_modules/${name}`] = Object.fromEntries(
      Object.entries({ version, resolved: `file:${file}`, integrity, dependencies, peerDependencies, bin, engines }).filter(([, value]) => value !== undefined)
    )
  }
  for (const { folder, manifest } of archives) {
    const { dependencies = {}, devDependencies = {} } = importers[folder] ?? stop(`pnpm-lock.yaml has no ${folder}`)
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      if (own.has(name)) continue
      const { version } = dependencies[name] ?? devDependencies[name] ?? stop(`pnpm-lock.yaml has no ${name} of ${folder}`)
      place(`node_modules/${manifest.name}`, name, keyOf(name, version), false)
    }
  }
  placeAll()
  // A package that was placed deeper later may hide the version that another package needs.
  for (const [path, { dependencies = {}, optionalDependencies = {}, resolved }] of Object.entries(placed)) {
    if (resolved !== undefined) continue
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      const seen = seenFrom(path, name)
      if (seen === undefined || placed[seen].version !== version) throw new Error(`${path} would not find ${name}@${version}; fix tools/npm-lock.mjs`)
    }
  }

  const manifest = {
    name: "crossdock-installed",
    private: true,
    // So that a crossdock.config.ts in this folder is loaded as an ES module.
    type: "module",
    dependencies: Object.fromEntries(archives.map(({ file, manifest: { name } }) => [name, `file:${file}`]))
  }
  const { dependencies, name } = manifest
  const sorted = Object.fromEntries(Object.entries(placed).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { manifest, lockfile: { name, lockfileVersion: 3, requires: true, packages: { "": { name, dependencies }, ...sorted } } }
}

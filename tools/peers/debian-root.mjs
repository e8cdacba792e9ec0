// An empty Debian in a folder, made by debootstrap, for the test of docs/guides/first-deployment.md. It needs root and chroot.
import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Debian from "./debian.mjs"

const mirror = "http://deb.debian.org/debian"
/** What the chapter installs; here already, so that its own command has little left to do. */
const included = ["ca-certificates", "curl", "nginx-light", "openssl", "postgresql", "procps", "prometheus"]

export const authorities = "etc/ssl/certs/ca-certificates.crt"

const run = (command, args, options = {}) => spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, ...options })

/** Why there can be none; undefined if there can. */
export const problem = () =>
  process.getuid?.() !== 0
    ? "only root can make one"
    : run("sh", ["-c", "command -v apt-get && command -v chroot && command -v mount"]).status !== 0
    ? "this machine has no apt-get, chroot or mount"
    : undefined

/** Stands in for systemd: it starts and stops what the chapter asks for, by the unit of the runner and the programs of Debian. */
const systemctl = `#!/bin/bash
set -eu
unit=/etc/systemd/system/crossdock.service
get() { sed -n "s/^$1=//p" "$unit"; }
case "$*" in
  "stop crossdock")
    pkill -u crossdock -f dist/main.js
    while pgrep -u crossdock -f dist/main.js > /dev/null; do sleep 0.2; done
    ;;
  "enable --now crossdock" | "start crossdock")
    install -d -m 700 -o crossdock -g crossdock /var/lib/crossdock
    file=$(get EnvironmentFile)
    (
      set -a; . "\${file#-}"; set +a
      cd "$(get WorkingDirectory)"
      exec setsid runuser -u "$(get User)" -- env $(get Environment) $(get ExecStart)
    ) > /var/log/crossdock.log 2>&1 < /dev/null &
    ;;
  "reload nginx") nginx ;;
  "restart prometheus")
    (cd / && exec setsid runuser -u prometheus -- prometheus --config.file=/etc/prometheus/prometheus.yml --storage.tsdb.path=/var/lib/prometheus/metrics2 --web.listen-address=127.0.0.1:9090) > /var/log/prometheus.log 2>&1 < /dev/null &
    ;;
  *) echo "systemctl $*: nothing stands in for it" >&2; exit 1 ;;
esac
`

/** Makes one. Throws with the output if a step fails. */
export const make = () => {
  const folder = mkdtempSync(join(tmpdir(), "crossdock-debian-"))
  const root = join(folder, "root")
  const must = (command, args, options) => {
    const { error, status, stderr, stdout } = run(command, args, options)
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${error ?? ""}${stdout}${stderr}`.slice(-4000))
  }
  const isMounted = []
  const remove = () => {
    // Whatever the test started runs in this root.
    run("sh", ["-c", `for one in /proc/[0-9]*; do [ "$(readlink $one/root)" = "${root}" ] && kill -9 "\${one#/proc/}"; done; true`])
    for (const place of isMounted.toReversed()) run("umount", ["-l", place])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const failed = Debian.download(folder, ["debootstrap"]) ?? Debian.unpack(folder, join(folder, "tool"))
    if (failed !== undefined) throw new Error(failed)
    must(join(folder, "tool/usr/sbin/debootstrap"), ["--variant=minbase", `--include=${included.join(",")}`, "bookworm", root, mirror], {
      env: { ...process.env, DEBOOTSTRAP_DIR: join(folder, "tool/usr/share/debootstrap") }
    })
    for (const [kind, place] of [["proc", "proc"], ["tmpfs", "dev/shm"]]) {
      mkdirSync(join(root, place), { recursive: true })
      must("mount", ["-t", kind, kind, join(root, place)])
      isMounted.push(join(root, place))
    }
    // The names and the certificate authorities that this machine trusts, for its mirrors and registries.
    for (const file of ["etc/resolv.conf", authorities]) if (existsSync(join("/", file))) cpSync(join("/", file), join(root, file))
    rmSync(join(root, "usr/bin/systemctl"), { force: true })
    writeFileSync(join(root, "usr/bin/systemctl"), systemctl)
    chmodSync(join(root, "usr/bin/systemctl"), 0o755)
    must("chroot", [root, "pg_ctlcluster", "15", "main", "start"])
  } catch (error) {
    remove()
    throw error
  }
  return { root, remove }
}

/** Puts the Node of this process and the npm of this machine into a root. */
export const addNode = (root) => {
  cpSync(process.execPath, join(root, "usr/bin/node"))
  const found = run("sh", ["-c", "command -v npm"]).stdout.trim()
  if (found === "") throw new Error("there is no npm on PATH")
  const npm = dirname(dirname(realpathSync(found)))
  mkdirSync(join(root, "usr/lib/node_modules"), { recursive: true })
  cpSync(npm, join(root, "usr/lib/node_modules/npm"), { recursive: true, dereference: true })
  run("ln", ["-sf", "../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/bin/npm")])
}


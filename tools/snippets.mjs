// Runs the signing snippets of docs/guides/signing and docs/guides/signing-open-api against the test vectors, in each language whose tools are installed.
//
//   node tools/snippets.mjs [--install]
//
// A snippet is only the function that a reader copies. This script writes a program around it into a temporary folder. The
// program reads one case per line (the arguments of the function as Base64 of UTF-16, which can hold a lone surrogate)
// and writes one digest per line. `--install` installs PHP and Ruby by apt. The exit code is 1 when a digest differs.
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

/** What a snippet signs: the vectors that it is run against, and the inputs of a vector in the order of its arguments. */
const kinds = [
  { kind: "envelope", folder: "signing", scheme: "envelope-sha1", inputs: ["accessId", "content", "secretKey"], change: (source) => source },
  { kind: "gateway", folder: "signing", scheme: "gateway-sha1", inputs: ["appKey", "content", "appSecret"], change: (source) => forGateway(source) },
  { kind: "open-api", folder: "signing-open-api", scheme: "md5-sorted-pairs", inputs: ["appId", "bizParam", "serviceType", "timestamp", "appSecret"], change: (source) => source }
]

/** The snippet of the gateway: it signs as the envelope does, but calls the id appKey. */
export const forGateway = (source) => source.replaceAll("accessId", "appKey").replaceAll("access_id", "app_key").replaceAll("secretKey", "appSecret").replaceAll("secret_key", "app_secret")

/** The snippet of a language for a kind, as a reader copies it. */
export const textOf = (root, kind, snippet) => {
  const { change, folder } = kinds.find((each) => each.kind === kind)
  return change(readFileSync(join(root, "docs/guides", folder, snippet), "utf8"))
}

const javaProgram = (count) => `
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.Base64;

class Program {
    static String text(String field) {
        byte[] bytes = Base64.getDecoder().decode(field);
        char[] chars = new char[bytes.length / 2];
        for (int i = 0; i < chars.length; i++) chars[i] = (char) ((bytes[2 * i] & 0xff) | (bytes[2 * i + 1] & 0xff) << 8);
        return new String(chars);
    }

    public static void main(String[] args) throws Exception {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] field = line.split("\\t", -1);
            System.out.println(Sign.sign(${Array.from({ length: count }, (_, at) => `text(field[${at}])`).join(", ")}));
        }
    }
}
`
const phpProgram = () => `<?php
require __DIR__ . '/sign.php';
foreach (file($argv[1], FILE_IGNORE_NEW_LINES) as $line) {
    $fields = array_map(fn ($field) => implode('', array_map('unit', decode(base64_decode($field)))), explode("\\t", $line));
    echo sign(...$fields), "\\n";
}
/** Decodes UTF-16 in little-endian order to code points. */
function decode(string $bytes): array {
    $units = $bytes === '' ? [] : array_values(unpack('v*', $bytes));
    $points = [];
    for ($i = 0; $i < count($units); $i++) {
        $isPair = ($units[$i] & 0xfc00) === 0xd800 && isset($units[$i + 1]);
        $points[] = $isPair ? 0x10000 + (($units[$i] & 0x3ff) << 10) + ($units[++$i] & 0x3ff) : $units[$i];
    }
    return $points;
}
function unit(int $point): string {
    if ($point < 0x80) return chr($point);
    if ($point < 0x800) return chr(0xc0 | $point >> 6) . chr(0x80 | $point & 0x3f);
    if ($point < 0x10000) return chr(0xe0 | $point >> 12) . chr(0x80 | $point >> 6 & 0x3f) . chr(0x80 | $point & 0x3f);
    return chr(0xf0 | $point >> 18) . chr(0x80 | $point >> 12 & 0x3f) . chr(0x80 | $point >> 6 & 0x3f) . chr(0x80 | $point & 0x3f);
}
`
const pythonProgram = () => `
import base64, sys
from sign import sign

for line in open(sys.argv[1]):
    print(sign(*(base64.b64decode(field).decode("utf-16-le", "surrogatepass") for field in line.rstrip("\\n").split("\\t"))))
`
const nodeProgram = () => `
import { readFileSync } from "node:fs"
import { sign } from "./sign.mjs"

for (const line of readFileSync(process.argv[2], "utf8").split("\\n")) {
  console.log(sign(...line.split("\\t").map((field) => Buffer.from(field, "base64").toString("utf16le"))))
}
`
const rubyProgram = () => `
require_relative "sign"

File.foreach(ARGV[0], chomp: true) do |line|
  puts sign(*line.split("\\t", -1).map { |field| field.unpack1("m").force_encoding("UTF-16LE").encode("UTF-8") })
end
`

/** Accepts only well-formed texts: a language with UTF-8 strings cannot hold a lone surrogate. */
const isWellFormed = ({ inputs }) => Object.values(inputs).every((text) => text.isWellFormed())

const languages = [
  {
    language: "JavaScript",
    snippet: "sign.mjs",
    program: ["program.mjs", nodeProgram],
    needs: [[process.execPath, "--version"]],
    commands: (cases) => [[process.execPath, "program.mjs", cases]],
    canHold: () => true
  },
  {
    language: "Java",
    snippet: "Sign.java",
    program: ["Program.java", javaProgram],
    needs: [["javac", "-version"], ["java", "-version"]],
    commands: (cases) => [["javac", "Sign.java", "Program.java"], ["java", "-cp", ".", "Program", cases]],
    canHold: () => true
  },
  {
    language: "PHP",
    snippet: "sign.php",
    program: ["program.php", phpProgram],
    needs: [["php", "--version"]],
    commands: (cases) => [["php", "-d", "memory_limit=512M", "program.php", cases]],
    canHold: isWellFormed,
    debian: ["php-cli"]
  },
  {
    language: "Python",
    snippet: "sign.py",
    program: ["program.py", pythonProgram],
    needs: [["python3", "--version"]],
    commands: (cases) => [["python3", "program.py", cases]],
    canHold: () => true
  },
  {
    language: "Ruby",
    snippet: "sign.rb",
    program: ["program.rb", rubyProgram],
    needs: [["ruby", "--version"]],
    commands: (cases) => [["ruby", "program.rb", cases]],
    canHold: isWellFormed,
    debian: ["ruby"]
  }
]

/** The languages that have a snippet, and its file. */
export const snippets = languages.map(({ language, snippet }) => ({ language, snippet }))

/** Expands the value of a vector: `{ $concat: [text, { repeat, times }] }` is short for a long text. */
const written = (value) =>
  typeof value === "string" ? value : value.$concat.map((part) => (typeof part === "string" ? part : part.repeat.repeat(part.times))).join("")

export const vectors = (root, scheme = "envelope-sha1") =>
  JSON.parse(readFileSync(join(root, "packages/protocols/test/signing/vectors/vectors.json"), "utf8"))
    .filter((each) => each.scheme === scheme)
    .map((each) => ({ ...each, inputs: Object.fromEntries(Object.entries(each.inputs).map(([name, value]) => [name, written(value)])) }))

const start = (cwd, [command, ...args]) => spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 })
const isPresent = (commands) => commands.every((command) => start(tmpdir(), command).status === 0)

const install = (packages) => {
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  for (const args of [["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", ...packages]]) {
    const [command, ...rest] = [...prefix, ...args]
    spawnSync(command, rest, { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
  }
}

const field = (text) => Buffer.from(text, "utf16le").toString("base64")

/** Runs one language and returns the digests in the order of the cases, or the problem. */
const digests = (folder, { commands }, cases, names) => {
  const file = join(folder, "cases.txt")
  writeFileSync(file, cases.map(({ inputs }) => names.map((name) => field(inputs[name])).join("\t")).join("\n"))
  let output = ""
  for (const command of commands(file)) {
    const done = start(folder, command)
    if (done.status !== 0) return { problem: `${command[0]} ended with ${done.status}: ${(done.stderr || done.stdout).trim().slice(-500)}` }
    output = done.stdout
  }
  return { found: output.split("\n") }
}

const differences = (found, cases) =>
  cases.flatMap(({ id, digest }, at) => (found[at] === digest ? [] : [`${id}: ${found[at]} instead of ${digest}`]))

/**
 * Returns one result per language: the number of `checked` vectors if all agree, a `problem` if one differs, or `skipped`
 * with the reason if the tools of the language are not installed. `source` is the folder of the snippets of the kind.
 */
export const run = (root, { mayInstall = false, kind = "envelope", source, only = undefined } = {}) => {
  const { change, folder: place, inputs, scheme } = kinds.find((each) => each.kind === kind)
  const from = source ?? join(root, "docs/guides", place)
  const chosen = languages.filter(({ language }) => only === undefined || only === language)
  const missing = mayInstall ? chosen.flatMap(({ debian, needs }) => (debian === undefined || isPresent(needs) ? [] : debian)) : []
  if (missing.length > 0) install(missing)
  return chosen.map((each) => {
    const { language, snippet, program: [name, program], needs, canHold } = each
    if (!isPresent(needs)) return { language, kind, skipped: `${needs.map(([command]) => command).join(" and ")} is not installed` }
    if (!existsSync(join(from, snippet))) return { language, kind, problem: `${snippet} is missing` }
    const folder = mkdtempSync(join(tmpdir(), "crossdock-snippet-"))
    try {
      writeFileSync(join(folder, snippet), change(readFileSync(join(from, snippet), "utf8")))
      writeFileSync(join(folder, name), program(inputs.length))
      const cases = vectors(root, scheme).filter(canHold)
      const { found, problem } = digests(folder, each, cases, inputs)
      const wrong = problem ?? differences(found, cases).slice(0, 3).join("; ")
      return wrong === "" ? { language, kind, checked: cases.length } : { language, kind, problem: wrong }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

/** The results of every kind. */
export const runAll = (root, options = {}) => kinds.flatMap(({ kind }) => run(root, { ...options, kind }))

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const results = runAll(root, { mayInstall: process.argv.includes("--install") })
  for (const { language, kind, checked, skipped, problem } of results) {
    const result = problem ?? (skipped === undefined ? `${checked} vectors agree` : `skipped, because ${skipped}`)
    process.stdout.write(`${language}, ${kind}: ${result}\n`)
  }
  process.exitCode = results.some(({ problem }) => problem !== undefined) ? 1 : 0
}

/**
 * A call as a program of its own, which signs itself with the secret in the environment variable SECRET. The functions that sign are those of the
 * guides, as they are.
 */
import { guides } from "#guides"
import { fieldsOf, type Unsigned } from "./call.ts"

export const languages = ["curl", "Java", "PHP", "Python"] as const
export type Language = (typeof languages)[number]

interface Program extends Unsigned {
  /** Where callers reach the runner, without a slash at its end. */
  readonly address: string
}

const kindOf = ({ protocol }: Unsigned): keyof typeof guides => protocol === "gateway" || protocol === "open-api" ? protocol : "envelope"

/** In single quotes a shell changes nothing. */
const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
/** A literal of Java and Python. The escapes of JSON are theirs too, but for characters that a source file may not hold. */
const literal = (text: string): string => JSON.stringify(text).replaceAll(/[\u007f-\u009f\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
const php = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const argumentsOf = (program: Unsigned, write: (text: string) => string, { content, secret, timestamp }: Readonly<Record<"content" | "secret" | "timestamp", string>>): string =>
  (program.protocol === "open-api" ? [write(program.id), content, write(program.operation), timestamp, secret] : [write(program.id), content, secret]).join(", ")

const curl = (program: Program): string => {
  const { address, content, id, operation, path, protocol } = program
  const digest = (text: string, algorithm: string) => `sign=$(printf '%s' ${text} | openssl dgst -${algorithm} -r | cut -d ' ' -f 1)`
  if (protocol === "open-api") {
    return [
      `bizParam=${shell(content)}`,
      "timestamp=$(date +%s)",
      digest(`${shell(`appId=${id}bizParam=`)}"$bizParam"${shell(`serviceType=${operation}timestamp=`)}"$timestamp$SECRET"`, "md5"),
      `curl -sS ${shell(address + path)} \\`,
      `  --data-urlencode ${shell(`appId=${id}`)} \\`,
      `  --data-urlencode ${shell(`serviceType=${operation}`)} \\`,
      "  --data-urlencode \"bizParam=$bizParam\" \\",
      "  --data-urlencode \"timestamp=$timestamp\" \\",
      "  --data-urlencode \"sign=$sign\"",
      ""
    ].join("\n")
  }
  const idName = protocol === "gateway" ? "appKey" : "accessId"
  const text = JSON.stringify(content === "" ? { [idName]: id } : { [idName]: id, content })
  return [
    `content=${shell(content)}`,
    digest(`${shell(text)}"$SECRET"`, "sha1"),
    ...(protocol === "gateway"
      ? [`curl -sS ${shell(address + path)} \\`, "  -H 'content-type: application/json' \\", `  -H ${shell(`appKey: ${id}`)} \\`, "  -H \"sign: $sign\" \\", "  --data-raw \"$content\"", ""]
      : [`curl -sS ${shell(address + path)} \\`, `  --data-urlencode ${shell(`accessId=${id}`)} \\`, `  --data-urlencode ${shell(`method=${operation}`)} \\`, "  --data-urlencode \"content=$content\" \\", "  --data-urlencode \"sign=$sign\"", ""])
  ].join("\n")
}

const names = { content: "content", secret: "secret", timestamp: "timestamp" } as const

const java = (program: Program): string => {
  const source = guides[kindOf(program)].java
  const isImport = (line: string) => line.startsWith("import ")
  const lines = source.split("\n")
  const more = ["import java.net.URI;", "import java.net.URLEncoder;", "import java.net.http.HttpClient;", "import java.net.http.HttpRequest;", "import java.net.http.HttpResponse;"]
  const form = fieldsOf(program, names, literal).map(([name, value]) => `"${name}=" + encoded(${value})`)
  const isGateway = program.protocol === "gateway"
  return [
    ...[...more, ...lines.filter(isImport)].toSorted(),
    "",
    "class Call {",
    "    static String encoded(String text) {",
    "        return URLEncoder.encode(text, StandardCharsets.UTF_8);",
    "    }",
    "",
    "    public static void main(String[] args) throws Exception {",
    "        String secret = System.getenv(\"SECRET\");",
    `        String content = ${literal(program.content)};`,
    ...(program.protocol === "open-api" ? ["        String timestamp = String.valueOf(System.currentTimeMillis());"] : []),
    `        String sign = Sign.sign(${argumentsOf(program, literal, names)});`,
    `        String body = ${isGateway ? "content" : `${form.join(" + \"&\" + ")} + "&sign=" + sign`};`,
    `        HttpRequest request = HttpRequest.newBuilder(URI.create(${literal(program.address + program.path)}))`,
    `            .header("content-type", "${isGateway ? "application/json" : "application/x-www-form-urlencoded"}")`,
    ...(isGateway ? [`            .header("appKey", ${literal(program.id)}).header("sign", sign)`] : []),
    "            .POST(HttpRequest.BodyPublishers.ofString(body)).build();",
    "        System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());",
    "    }",
    "}",
    "",
    lines.filter((line) => !isImport(line)).join("\n").trim().replace("public final class", "final class"),
    ""
  ].join("\n")
}

const phpOf = (program: Program): string => {
  const own = { content: "$content", secret: "$secret", timestamp: "$timestamp" }
  const isGateway = program.protocol === "gateway"
  const header = isGateway ? `"content-type: application/json\\r\\nappKey: " . ${php(program.id)} . "\\r\\nsign: $sign"` : "'content-type: application/x-www-form-urlencoded'"
  return [
    guides[kindOf(program)].php.trimEnd(),
    "",
    "$secret = getenv('SECRET');",
    `$content = ${php(program.content)};`,
    ...(program.protocol === "open-api" ? ["$timestamp = (string) time();"] : []),
    `$sign = sign(${argumentsOf(program, php, own)});`,
    `$body = ${isGateway ? "$content" : `http_build_query([${fieldsOf(program, own, php).map(([name, value]) => `'${name}' => ${value}`).join(", ")}, 'sign' => $sign])`};`,
    `$context = stream_context_create(['http' => ['method' => 'POST', 'header' => ${header}, 'content' => $body, 'ignore_errors' => true]]);`,
    `echo file_get_contents(${php(program.address + program.path)}, false, $context), "\\n";`,
    ""
  ].join("\n")
}

const python = (program: Program): string => {
  const isGateway = program.protocol === "gateway"
  const fields = fieldsOf(program, names, literal).map(([name, value]) => `"${name}": ${value}`).join(", ")
  return [
    "import os",
    ...(program.protocol === "open-api" ? ["import time"] : []),
    "import urllib.error",
    "import urllib.parse",
    "import urllib.request",
    guides[kindOf(program)].python.trimEnd(),
    "",
    "",
    "secret = os.environ[\"SECRET\"]",
    `content = ${literal(program.content)}`,
    ...(program.protocol === "open-api" ? ["timestamp = str(int(time.time()))"] : []),
    `signature = sign(${argumentsOf(program, literal, names)})`,
    isGateway ? "body = content" : `body = urllib.parse.urlencode({${fields}, "sign": signature})`,
    `headers = ${isGateway ? `{"content-type": "application/json", "appKey": ${literal(program.id)}, "sign": signature}` : "{\"content-type\": \"application/x-www-form-urlencoded\"}"}`,
    `request = urllib.request.Request(${literal(program.address + program.path)}, body.encode("utf-8"), headers)`,
    "try:",
    "    answer = urllib.request.urlopen(request)",
    "except urllib.error.HTTPError as error:",
    "    answer = error",
    "print(answer.read().decode(\"utf-8\"))",
    ""
  ].join("\n")
}

const writers: Readonly<Record<Language, (program: Program) => string>> = { curl, Java: java, PHP: phpOf, Python: python }

export const programOf = (language: Language, program: Program): string => writers[language](program)

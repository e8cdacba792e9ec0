/**
 * Findings about callers that still sign with an earlier secret: before it ends, and after it has ended.
 */
import * as Commands from "./Commands.ts"
import type { Contents, RotatedSecret } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"

const hour = 3_600_000
const day = 24 * hour

/** How long before its end the use of a secret is a finding if nobody knows when it was replaced. */
const usualWarning = 3 * day

/** From half of the overlap on, a caller should use its new secret. */
const warnsFrom = ({ endsAt, startedAt }: RotatedSecret): number => endsAt - (startedAt === undefined ? usualWarning : (endsAt - startedAt) / 2)

/** For so long, in milliseconds, a use counts, because some callers call once a day. */
export const countsFor = day

const isRecent = (used: RotatedSecret["used"], now: number): boolean => used !== undefined && now - used.at < countsFor

/** The commands name the caller, because a link may have several. */
const callerOf = ({ link, protocol }: RotatedSecret): string => `${link ?? "<scope>"} --protocol ${protocol}`

/** How to make another secret. That of a sender is in the composition alone. */
const anew = (secret: RotatedSecret): string =>
  secret.protocol === "receiver" ? "write another one into the composition and restart the runner" : `make a new one: ${Commands.inText(`crossdock links rotate ${callerOf(secret)} @new-secret`)}`

/** How to end the earlier secret before its time. */
const ended = (secret: RotatedSecret): string =>
  secret.startedAt === undefined ? "remove the earlier one from the composition and restart the runner" : `${Commands.inText(`crossdock links end-secret ${callerOf(secret)}`)} ends the earlier one at once`

const whose = ({ id, protocol }: RotatedSecret): string => `${protocol} ${id}`

/** A change of the key that everything was encrypted for waits for a person. */
const ofKey = ({ keyChange, now }: Pick<Contents, "keyChange" | "now">): ReadonlyArray<Finding> =>
  keyChange?.doneAt === undefined ? [] : [{
    code: "KEY_CHANGE_UNFINISHED",
    severity: "warning",
    where: "CROSSDOCK_SECRET_KEY",
    message: `the new key decrypts everything for ${Format.age(now - keyChange.doneAt)}, and the old one is still known`,
    next: "set the new key on every node, restart them one after the other, and run `crossdock secret-key finish`"
  }]

export const findings = ({ keyChange, now, secrets = [] }: Pick<Contents, "keyChange" | "now" | "secrets">): ReadonlyArray<Finding> =>
  [...ofKey({ keyChange, now }), ...secrets.flatMap((secret): ReadonlyArray<Finding> => {
    const { endedUsed, endsAt, used } = secret
    const where = `caller ${whose(secret)}`
    if (endsAt <= now) {
      return isRecent(endedUsed, now)
        ? [{
          code: "ENDED_SECRET_USED",
          severity: "error",
          where,
          message: `its calls are refused, because it still signs with the secret that ended ${Format.age(now - endsAt)} ago; the last from ${endedUsed!.by}, ${Format.age(now - endedUsed!.at)} ago`,
          next: `give the caller its present secret: a day after its last call with the ended one, this is over. If nobody has it any more, ${anew(secret)}`
        }]
        : []
    }
    return now >= warnsFrom(secret) && isRecent(used, now)
      ? [{
        code: "EARLIER_SECRET_USED",
        severity: endsAt - now < hour ? "error" : "warning",
        where,
        message: `it still signs with its earlier secret, which ends in ${Format.age(endsAt - now)}; the last call came from ${used!.by}, ${Format.age(now - used!.at)} ago`,
        next: `give the caller its present secret before then; its calls with the earlier one are refused afterwards. Once it has it, ${ended(secret)}`
      }]
      : []
  })]

/**
 * Finds the callers that an id belongs to, for the server of a protocol. Links can be added at run time, so the lookup always uses the
 * current links.
 */
import type { ServedProtocol } from "@crossdock/protocols/kit"
import type * as Clock from "effect/Clock"
import * as ApiUrl from "../ApiUrl.ts"
import type { ConnectedEntrance, ConnectedLink, ConnectedReceiver } from "../Composition.ts"
import type { EarlierSecret } from "../composition/Checker.ts"
import { callerKeyOf } from "../composition/Links.ts"
import type { Connections } from "../connection/Connections.ts"
import * as Redaction from "../connection/Redaction.ts"

/** A caller with the link and the credentials that it was found by. */
export interface Entered {
  readonly link: ConnectedLink
  readonly entrance: ConnectedEntrance
}

export interface Callers {
  /** The callers of a protocol with an id. */
  readonly find: (protocol: string, id: string) => ReadonlyArray<ServedProtocol.Caller>
  /** What a caller of `find` stands for; undefined if its link was removed since. */
  readonly enteredOf: (key: string) => Entered | undefined
  /** Replaces the secrets of a caller in a text. */
  readonly hides: (key: string) => Redaction.Hide
  /** Where reports about the requests of an id go: the link of its one caller, or the account. */
  readonly driftScopeOf: (protocol: string, id: string) => string
  /** Those who send messages in the place of a peer, with an id. */
  readonly senders: (id: string) => ReadonlyArray<ServedProtocol.Sender>
}

const nobody: ReadonlyArray<never> = []

const added = <Value>(index: Map<string, Array<Value>>, key: string, value: Value): void => {
  const known = index.get(key)
  if (known === undefined) index.set(key, [value])
  else known.push(value)
}

/** The end of an earlier secret is compared with the clock at each call that was signed with it. */
const withEnd = (earlier: EarlierSecret | undefined, clock: Clock.Clock): Pick<ServedProtocol.Caller, "earlierSecret"> =>
  earlier === undefined ? {} : { earlierSecret: { secretKey: earlier.secretKey, isValid: () => clock.currentTimeMillisUnsafe() < earlier.until } }

const senderOf = ({ accessId, earlierSecret, scope, ...receiver }: ConnectedReceiver, clock: Clock.Clock): ServedProtocol.Sender =>
  ({ ...receiver, ...withEnd(earlierSecret, clock), id: accessId, key: scope })

export const make = (connections: Connections["Service"], clock: Clock.Clock): Callers => {
  /** A connection may be changed at run time, so what is said of it is looked up when it is asked for. */
  const callerOf = (link: ConnectedLink, entrance: ConnectedEntrance): ServedProtocol.Caller => ({
    key: callerKeyOf(entrance),
    id: entrance.id,
    secretKey: entrance.secretKey,
    ...withEnd(entrance.earlierSecret, clock),
    signing: entrance.signing,
    credentials: entrance.credentials,
    profile: entrance.profile,
    timeZone: link.timeZone,
    shop: entrance.shop,
    visible: entrance.visible,
    get environment() {
      return connections.get(link.peer)?.environment ?? "production"
    },
    get numbersPages() {
      return (connections.factsOf(link.peer) as { readonly numbersPages?: boolean } | undefined)?.numbersPages === true
    },
    allowsApiUrl: (url) => url.search === "" && url.hash === "" && connections.get(link.peer)?.apiUrlAllow.includes(ApiUrl.normal(url)) === true
  })

  let indexed: ReadonlyArray<ConnectedLink> | undefined
  let byProtocol = new Map<string, Map<string, Array<ServedProtocol.Caller>>>()
  let byKey = new Map<string, Entered>()
  const index = (): void => {
    if (connections.links === indexed) return
    indexed = connections.links
    byProtocol = new Map()
    byKey = new Map()
    for (const link of indexed) {
      for (const entrance of link.entrances) {
        const caller = callerOf(link, entrance)
        const ofProtocol = byProtocol.get(entrance.protocol) ?? new Map<string, Array<ServedProtocol.Caller>>()
        byProtocol.set(entrance.protocol, ofProtocol)
        added(ofProtocol, entrance.id, caller)
        byKey.set(caller.key, { link, entrance })
      }
    }
  }

  const find = (protocol: string, id: string): ReadonlyArray<ServedProtocol.Caller> => {
    index()
    return byProtocol.get(protocol)?.get(id) ?? nobody
  }

  const enteredOf = (key: string): Entered | undefined => {
    index()
    return byKey.get(key)
  }

  const senders = new Map<string, Array<ServedProtocol.Sender>>()
  for (const receiver of connections.receivers) added(senders, receiver.accessId, senderOf(receiver, clock))

  const hideOf = new WeakMap<ConnectedEntrance, Redaction.Hide>()
  const hides = (key: string): Redaction.Hide => {
    const entrance = enteredOf(key)?.entrance
    if (entrance === undefined) return (text) => text
    let hide = hideOf.get(entrance)
    if (hide === undefined) hideOf.set(entrance, hide = Redaction.secretsOf([entrance.secretKey, entrance.earlierSecret?.secretKey, entrance.credentials, entrance.shop]).hide)
    return hide
  }

  return {
    find,
    enteredOf,
    hides,
    driftScopeOf: (protocol, id) => {
      const [first, ...others] = find(protocol, id)
      return (first && others.length === 0 ? enteredOf(first.key)?.link.scope : undefined) ?? `${protocol}:${id}`
    },
    senders: (id) => senders.get(id) ?? nobody
  }
}

/**
 * Bugs that the proof plants to see that it finds them (section 3.3 of the reliability document). Each is a change of the
 * runner's source text, made while a bundle of its own is built: the runner that is published knows none of them.
 */
export interface Change {
  /** Path below `apps/runner/src`. */
  readonly file: string
  /** Stands exactly once in the file. */
  readonly find: string
  readonly put: string
}

export interface Bug {
  /** A runner with it … */
  readonly is: string
  readonly changes: ReadonlyArray<Change>
}

export const bugs = {
  M1: {
    is: "answers before the commit",
    changes: [{
      file: "contracts/warehouse/Events.ts",
      find: "const answer = yield* db.groupedTransaction(\"store reports\", number, work)",
      put: "const answer = yield* Effect.as(Effect.forkDetach(Effect.delay(db.transaction(work), \"50 millis\")), \"applied\")"
    }, {
      file: "contracts/warehouse/OutboundReportFastPath.ts",
      find: "yield* reach(\"event.before-commit\")\n    const isStored = yield* db.unit(store, decided)",
      put: "const isStored = yield* Effect.as(Effect.forkDetach(Effect.delay(Effect.andThen(reach(\"event.before-commit\"), db.unit(store, decided)), \"50 millis\")), true)"
    }]
  },
  M2: {
    is: "writes an outcome without looking whose claim it is",
    changes: [
      { file: "intents/IntentStore.ts", find: "state = $9 and epoch = $10 and attempt = $11", put: "$9 <> '' and $10 >= 0 and $11 >= 0" },
      {
        file: "outbox/DeliveryUnits.ts",
        find: "state = 'InFlight' and owner = $7 and epoch = $8 and attempt = $9",
        put: "$7 <> '' and $8 >= 0 and $9 >= 0"
      },
      {
        file: "outbox/DeliveryUnits.ts",
        find: "delivery.id = i.id and delivery.state = 'InFlight' and delivery.owner = i.owner and delivery.epoch = i.epoch and delivery.attempt = i.attempt",
        put: "delivery.id = i.id"
      }
    ]
  },
  M3: {
    is: "remembers batches in memory only",
    changes: [
      {
        file: "contracts/warehouse/InboundBatchFastPath.ts",
        find: "const isRepeat = yield* db.unit(repeat, {",
        put: "if (content !== undefined) return undefined\n    const isRepeat = yield* db.unit(repeat, {"
      },
      { file: "contracts/warehouse/InboundEvents.ts", find: "/** What was stored under the key", put: "const remembered = new Set<string>()\n/** What was stored under the key" },
      { file: "contracts/warehouse/InboundEvents.ts", find: "if (!isNew) {", put: "if (!isNew && remembered.has(`${row.scope} ${row.number} ${key}`)) {" },
      {
        file: "contracts/warehouse/InboundEvents.ts",
        find: "reportedAt: (seen?.reported_at ?? 0) as number }\n  }",
        put: "reportedAt: (seen?.reported_at ?? 0) as number }\n  }\n  remembered.add(`${row.scope} ${row.number} ${key}`)"
      }
    ]
  },
  M4: {
    is: "leaves out what is exactly as old as the cursor",
    changes: [{ file: "jobs/Poller.ts", find: "id > $4)", put: "id > $4 and 1 = 0)" }]
  },
  M5: {
    is: "writes the content of a retry anew",
    changes: [{
      file: "outbox/Push.ts",
      find: "sender.deliver(operation, { content }",
      put: "sender.deliver(operation, { content: row.attempt === 1 ? content : JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(content)).toReversed())) }"
    }]
  },
  M6: {
    is: "counts an attempt when its outcome is stored",
    changes: [
      { file: "outbox/DeliveryUnits.ts", find: "attempt = attempt + 1, owner = $3", put: "owner = $3" },
      { file: "outbox/DeliveryUnits.ts", find: "isFree === true ? -1 : 0", put: "isFree === true ? 0 : 1" }
    ]
  },
  M7: {
    is: "stores that a batch is known before its work, in a transaction of its own",
    changes: [
      { file: "contracts/warehouse/Events.ts", find: "committed(progress.asnNumber, receiving.progress(source, progress))", put: "receiving.progress(source, progress)" },
      {
        file: "contracts/warehouse/Events.ts",
        find: "usualOr(() => ownOf(connection, event.progress.asnNumber), takeUsualBatch(connection, event.progress, raw), ofOwner(owner, ({ own, row, source }) =>",
        put: "(ofOwner(owner, ({ own, row, source }) =>"
      },
      {
        file: "contracts/warehouse/InboundEvents.ts",
        find: "const seen = yield* recall(db, row, taken, now)",
        put: "const seen = yield* db.transaction(recall(db, row, taken, now))\n      yield* reach(\"event.before-commit\")"
      }
    ]
  },
  M8: {
    is: "sends a create again when its outcome is not known",
    changes: [{
      file: "intents/IntentExecution.ts",
      find: "if (verdict === \"doubtful\") {",
      put: "if (verdict === \"doubtful\") {\n      yield* move(claimed, \"Pending\", { dueAt: now + queryGapAfter(0) })\n      return yield* wake"
    }]
  },
  M9: {
    is: "judges leases by the clock of its own node",
    changes: [
      { file: "connection/NodeLeases.ts", find: "import * as Clock from", put: "import { Shared } from \"../store/SharedClock.ts\"\nimport * as Clock from" },
      {
        file: "connection/NodeLeases.ts",
        find: "leased_until < $2 returning id\", [node, now])",
        put: "leased_until < $2 returning id\", [node, ((yield* Shared)?.machine ?? (yield* Clock.Clock)).currentTimeMillisUnsafe()])"
      }
    ]
  },
  M10: {
    is: "lets a later delivery of an entity pass one that is tried again",
    changes: [
      { file: "outbox/DeliveryUnits.ts", find: "state = 'Pending' and is_held = 0\n", put: "state = 'Pending'\n" },
      { file: "outbox/DeliveryUnits.ts", find: "where state = 'Pending' and ${isFirst}", put: "where state = 'Pending'" }
    ]
  },
  M11: {
    is: "takes the text false for success",
    changes: [{
      file: "outbox/Push.ts",
      find: "const verdict = Exit.isSuccess(exit) ?",
      put: "const verdict = Exit.isSuccess(exit) || reason?._tag === \"FaultUnlisted\" ?"
    }]
  },
  M12: {
    is: "does not wait for the disk",
    changes: [{ file: "store/Sqlite.ts", find: "PRAGMA synchronous=FULL", put: "PRAGMA synchronous=OFF" }]
  },
  M13: {
    is: "takes whatever is said of a number for news of its newest issue",
    changes: [{ file: "records/GenerationRules.ts", find: "if (earlier.length === 0) return", put: "return" }]
  },
  M14: {
    is: "stores how far a shop was read before the orders of the page",
    changes: [
      {
        file: "contracts/platform/OrderReads.ts",
        find: "const unclear = yield* db.transaction(",
        put: "if (!(yield* db.transaction(more(changed.length)))) return yield* Effect.fail(new Outdated())\n    const unclear = yield* db.transaction("
      },
      { file: "contracts/platform/OrderReads.ts", find: "if (!(yield* more(stored))) return yield* Effect.fail(new Outdated())", put: "" }
    ]
  },
  M15: {
    is: "forgets what it has reserved for an order when it ends before it has stored the decision",
    changes: [{
      file: "desk/Advance.ts",
      find: "state === \"reserving\" || (isReserved && (state === \"void\" || state === \"unsent\"))",
      put: "isReserved && state === \"void\""
    }]
  },
  M16: {
    is: "ships a refused order from elsewhere before its warehouse was asked",
    changes: [{ file: "desk/PartEnds.ts", find: "end.reason, isUnsure)", put: "end.reason, false)" }]
  },
  M17: {
    is: "takes a refusal for an unknown outcome",
    changes: [{
      file: "intents/IntentExecution.ts",
      find: "const verdict = afterFailure(reason, \"create\", refusalsOf(connections, claimed.connection))",
      put: "const verdict = reason._tag === \"FaultUnlisted\" ? \"doubtful\" : afterFailure(reason, \"create\", refusalsOf(connections, claimed.connection))"
    }]
  }
} as const satisfies Readonly<Record<string, Bug>>
export type Name = keyof typeof bugs

export const isName = (text: string): text is Name => text in bugs

/** The text of a file of the runner with a bug in it; throws where a change finds no place, or more than one. */
export const planted = (name: Name, file: string, text: string): string => {
  const changes: ReadonlyArray<Change> = bugs[name].changes
  return changes.filter((change) => change.file === file).reduce((before, { find, put }) => {
    const [head, tail, ...more] = before.split(find)
    if (head === undefined || tail === undefined || more.length > 0) {
      throw new Error(`the bug ${name} finds no single place in ${file}: ${find}`)
    }
    return head + put + tail
  }, text)
}

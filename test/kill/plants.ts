import type { LoadName } from './everything/loads.ts'

/** A fault that can be planted in the program to see that the test finds it: in `module`, `by` replaces `text`. */
export interface Plant {
  readonly module: string
  readonly text: string
  readonly by: string
  /** The kind of work that has to find the fault. */
  readonly work: LoadName
  /** A problem that the test reports because of the fault. */
  readonly caughtBy: RegExp
  /** Whether the fault becomes visible only when PostgreSQL is killed, not a server. */
  readonly killsDatabase?: boolean
  /** Number of kills in a run; 2 by default. More for a fault that few kills reveal. */
  readonly kills?: number
  /** Pause in ms after each write of an element. Shorter for a fault that a kill during a write reveals. */
  readonly paceMs?: number
  /** Number of nodes; 1 by default. */
  readonly nodes?: number
  /**
   * Maximum time in ms, after the last kill, in which no work ends; short for work that other nodes need not take over
   * from a killed node.
   */
  readonly maxDrainMs?: number
}

const elements = 'src/data/elements'
const execution = 'src/process/execution'
const takeOverMs = 60_000

/** The faults by name. Crashes and races make them visible. */
export const plants: Readonly<Record<string, Plant>> = {
  'an update does not lock its element': {
    module: `${elements}/write/change-element.store.ts`,
    text: 'elementId} for update',
    by: 'elementId}',
    work: 'elements',
    caughtBy: /history of \S+ (is inconsistent|has a gap)|its history ends with/,
  },
  'a deletion is not counted': {
    module: `${elements}/write/change-element.store.ts`,
    text: '(e.deleted_at is null)::int - (old.deleted_at is null)::int',
    by: '0',
    work: 'elements',
    caughtBy: /wrong counter: the total of live/,
  },
  'the history leaves statuses out': {
    module: `${elements}/write/change-element.store.ts`,
    text: "['__status', 'status', status !== undefined || group !== undefined]",
    by: "['__status', 'status', false]",
    work: 'elements',
    caughtBy: /wrong status|was set \d+ times/,
  },
  'an idempotency key is not kept with its write': {
    module: 'src/foundation/idempotency/keys.store.ts',
    text: 'if (once === undefined) return nothing',
    by: 'if (once !== null) return nothing',
    work: 'elements',
    caughtBy: /was applied twice|more often than requested|was not written by any client/,
    kills: 4,
    paceMs: 20,
  },
  'commits are acknowledged before they are on the disk': {
    module: 'src/foundation/db/postgres/connection.ts',
    text: 'await command(client, settings, connectTimeoutMs)',
    by: `await command(client, settings, connectTimeoutMs)
      setTimeout(() => client.query('set synchronous_commit = off').catch(() => {}), 2000)`,
    work: 'elements',
    caughtBy: /lost (create|update|revision)/,
    killsDatabase: true,
  },
  'the rows of a file are written before its bytes': {
    module: 'src/files/permanent/put-blob.ts',
    text: "await blobs.put(sha256.toString('hex'), uploadFolder.path(id), size, { mayTake: start !== undefined })",
    by: "setTimeout(() => blobs.put(sha256.toString('hex'), uploadFolder.path(id), size).catch(() => {}), 300)",
    work: 'files',
    caughtBy: /can't be fetched|breaks off|contents that files refer to are missing/,
  },
  'a file is deleted after the answer': {
    module: 'src/files/permanent/permanent-files.ts',
    text: 'await markDeleted(tx, id, caller.userId, new Date(clock.nowMs()))',
    by: `setTimeout(
        () => markDeleted(database.single, id, caller.userId, new Date(clock.nowMs())).catch(() => {}), 5000)`,
    work: 'files',
    caughtBy: /exists, although it was deleted/,
  },
  'the position of a reader is moved before its events are handled': {
    module: 'src/data/events/read-batch.ts',
    text: 'await handle(tx, wanted)',
    by: 'setTimeout(() => database.transaction((own) => handle(own, wanted)).catch(() => {}), 500)',
    work: 'webhooks',
    caughtBy: /was never delivered/,
  },
  'events of open transactions are passed over': {
    module: 'src/data/events/events.store.ts',
    text: 'const horizon = sql`audit_turn(pg_snapshot_xmin(',
    by: 'const horizon = sql`audit_turn(pg_snapshot_xmax(',
    work: 'webhooks',
    caughtBy: /was never delivered/,
  },
  'a delivery has another id for each attempt': {
    module: 'src/modules/webhooks/attempt.ts',
    text: 'const request = { id: delivery.id,',
    by: 'const request = { id: crypto.randomUUID(),',
    work: 'webhooks',
    caughtBy: /was delivered under \d+ ids/,
    maxDrainMs: takeOverMs,
  },
  // An unlocked counter would do no harm: the unique keys of the journal make the second statement repeat.
  'a registration now and then skips a number': {
    module: 'src/records/registrations/give-number.store.ts',
    text: 'set last = coalesce(n.seq, n.last),',
    by: 'set last = coalesce(n.seq, n.last) + (random() < 0.05)::int,',
    work: 'registrations',
    caughtBy: /the numbers are not 1 to/,
  },
  'a sheet is not locked while it is answered': {
    module: 'src/records/sheets/rows/sheet-rows.store.ts',
    text: '{id} for update`)',
    by: '{id}`)',
    work: 'sheets',
    caughtBy: /is inProgress, although everyone has approved it|has ended \d+ times/,
  },
  'the cursor of an import is moved before its rows': {
    module: 'src/data/import/write-batch.ts',
    text: 'await recordRows(tx, imported',
    by: 'await recordRows(database.single, imported',
    work: 'imports',
    caughtBy: /has stored \d+ lines/,
    maxDrainMs: takeOverMs,
  },
  'the job of an import is queued after the answer': {
    module: 'src/data/import/imports.ts',
    text: 'await jobs.enqueue(tx, queue, { importId: fresh.id })',
    by: `setTimeout(
            () => database.transaction((own) => jobs.enqueue(own, queue, { importId: fresh.id })).catch(() => {}), 1500)`,
    work: 'imports',
    // The import without a job keeps running, so no other import can start.
    caughtBy: /the import of \S+ is running|acknowledge no writes any more/,
    maxDrainMs: takeOverMs,
  },
  'two advances of one instance both win': {
    module: `${execution}/rows/commit.store.ts`,
    text: 'and i.id = x.id and i.rev = x.before',
    by: 'and i.id = x.id',
    work: 'processes',
    nodes: 2,
    caughtBy:
      /revision \d+ (has|in place)|was used \d+ times|was completed \d+ times|has completed|was answered with 500/,
  },
  'what follows from an advance is not stored with it': {
    module: `${execution}/rows/group-rows.ts`,
    text: '...taskTimers, ...followUps],',
    by: '...taskTimers],',
    work: 'processes',
    caughtBy: /is stuck|which started 0 listeners/,
  },
  'an advance that has lost writes its rows': {
    module: `${execution}/rows/commit.store.ts`,
    text: '} join won on won.id = coalesce(x.owner, x.instance)`',
    by: '} left join won on won.id = coalesce(x.owner, x.instance)`',
    work: 'processes',
    nodes: 2,
    caughtBy: /in the rows|has no instance|open task|is done|is stuck|is open|was answered with 500/,
  },
  'a message is delivered in one transaction and its row is deleted in another': {
    module: `${execution}/due/perform.ts`,
    text: 'if (await deleteRow(tx, row)) await deliver(tx, row.instance, details)',
    by: `setTimeout(() => void deleteRow(database.single, row), 3000)
      await deliver(tx, row.instance, details)`,
    work: 'processes',
    caughtBy: /started \d+ listeners|was used \d+ times|broadcast|wait/,
  },
  'parallel scripts read the variables as they were when their tokens arrived': {
    module: `${execution}/advance/group.ts`,
    text: 'rev === before.rev ?',
    by: 'rev !== -1 ?',
    work: 'processes',
    caughtBy: /the log is|and the sum is/,
  },
  'jobs of processes are lost': {
    module: `${execution}/rows/group-rows.ts`,
    text: 'data: { instance, wait, attempt }, delayMs }',
    by: 'data: { instance, wait, attempt: 0 }, delayMs }',
    work: 'processes',
    caughtBy: /is stuck/,
  },
  'a request of a process has another key for each attempt': {
    module: 'src/process/work/calls/http-work.ts',
    text: "'idempotency-key': `",
    by: "'idempotency-key': Math.random() + `",
    work: 'processes',
    caughtBy: /was sent with \d+ keys/,
  },
  'timers fire early': {
    module: `${execution}/due/due.store.ts`,
    text: 'where due_at <= platform_now()\n',
    by: "where due_at <= platform_now() + interval '1 s'\n",
    work: 'processes',
    caughtBy: /fired after \d+ ms/,
  },
}

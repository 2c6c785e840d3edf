import { newId } from '../../foundation/kit/ids.ts'
import { delayAfterMs, isFault } from './advance/platform-fault.ts'
import { Apply } from './apply.ts'
import type { ExecutionDeps } from './deps.ts'
import { insertStimulus, type TakenRow } from './due/due.store.ts'
import { createDueRows } from './due/due-rows.ts'
import { handleOutsideWork } from './due/outside-work.ts'
import { createPerform } from './due/perform.ts'
import type { DeliverThrown, Execution } from './execution.ts'
import type { InstanceStates } from './instance-states.ts'
import { createReplace } from './replace.ts'
import { leaseMs, type Written, workQueue } from './rows/group-rows.ts'
import { StartInstance } from './start-instance.ts'

export interface RunningExecution extends Execution, InstanceStates {
  /** Registers a function that delivers the messages and signals of instances. Called before `begin`. */
  onThrown(deliver: DeliverThrown): void
  /** Starts processing due rows. */
  begin(): void
  close(): Promise<void>
}

/** Creates the execution of instances. Registers the queue of outside work, and follows the clock of `jobs`. */
export async function createExecution(deps: ExecutionDeps): Promise<RunningExecution> {
  const { database, clock, log, jobs } = deps
  /** Work of this node that follows a commit and is still in progress. */
  const underWay = new Set<Promise<void>>()
  let isClosed = false
  const receivers: DeliverThrown[] = []

  const applying = new Apply(deps, afterCommit)
  const { apply, commit } = applying
  const starts = new StartInstance(deps, { commit, afterCommit })
  const perform = createPerform({
    database,
    apply,
    async deliverThrown(tx, event) {
      for (const deliver of receivers) await deliver(tx, event)
    },
    enqueue,
    dueHandlers: deps.dueHandlers ?? [],
  })
  const dueRows = createDueRows({ database, clock, log, perform })

  function afterCommit({ rows, followUps, instances }: Written): void {
    for (const instance of instances) applying.remember(instance)
    if (rows.jobs.length > 0) jobs.nudge(workQueue)
    if (rows.facts.length > 0) deps.factsWritten?.()
    // One line for each commit, without values, so that a common cause does not flood the log.
    const [incident] = rows.incidents
    if (incident !== undefined) {
      const { instance, id, element, kind } = incident
      const count = rows.incidents.length
      log('warn', 'a process instance has stopped with an incident', { instance, incident: id, element, kind, count })
    }
    for (const row of followUps)
      doNow({
        ...row,
        key: row.key ?? null,
        dueAt: row.at,
        heldUntil: row.due!,
        details: row.details ?? null,
        failures: 0,
      })
    const done = new Set(followUps.map(({ id }) => id))
    for (const { id, due } of rows.opened) if (due !== undefined && !done.has(id)) dueRows.expect(Date.parse(due))
  }

  /**
   * Processes a row that this node has just written. If this node crashes, another node processes the row when the
   * lease of the row is over.
   */
  function doNow(row: TakenRow): void {
    if (isClosed) return
    const task = perform(row)
      .catch((error: unknown) => {
        if (!isClosed)
          log('warn', 'processing a row that an advance has written failed; it is tried again', { ...row, error })
        dueRows.expect(clock.nowMs() + (isFault(error) ? delayAfterMs(1) : leaseMs))
      })
      .finally(() => underWay.delete(task))
    underWay.add(task)
  }

  async function enqueue(...[tx, { instance, stimulus, by }]: Parameters<Execution['enqueue']>): Promise<void> {
    const row = { id: newId(), instance, stimulus, by, dueMs: clock.nowMs() + leaseMs }
    const written = await insertStimulus(tx, row)
    if (written === undefined) return
    tx.afterCommit(async () =>
      doNow({
        ...written,
        instance,
        id: row.id,
        element: '',
        kind: 'stimulus',
        details: { stimulus, by },
        failures: 0,
      }),
    )
  }

  async function doneAll(): Promise<boolean> {
    const wasBusy = underWay.size > 0
    while (underWay.size > 0) await Promise.all(underWay)
    return wasBusy
  }

  /** Returns whether anything was in progress or due. */
  async function settleOnce(): Promise<boolean> {
    const wasBusy = await doneAll()
    const wasDue = await dueRows.settle()
    return (await doneAll()) || wasDue || wasBusy
  }

  await handleOutsideWork(jobs, { database, clock, log, work: deps.work, apply })
  jobs.followClock({ untilNextMs: () => dueRows.untilNextMs(), settle: settleOnce })

  return {
    begin: () => dueRows.start(),
    start: (caller, request, alongside) => starts.start(caller, request, alongside),
    startIn: (tx, caller, request) => starts.startIn(tx, caller, request),
    deliver: ({ instance, ...input }) => apply(instance, input),
    async deliverIn(tx, { instance, ...input }) {
      const [delivered] = await applying.applyIn(tx, instance, [input])
      return delivered!
    },
    enqueue,
    ...createReplace(deps, (written, instance) => {
      applying.forget(instance)
      afterCommit(written)
    }),
    wake: () => dueRows.wake(),
    onThrown: (deliver) => void receivers.push(deliver),
    async settle() {
      while (await settleOnce());
    },
    async close() {
      isClosed = true
      await dueRows.close()
      await doneAll()
    },
  }
}

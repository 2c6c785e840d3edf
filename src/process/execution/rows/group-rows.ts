import { newId } from '../../../foundation/kit/ids.ts'
import { correlationKey } from '../../engine/index.ts'
import type { FollowUp } from '../advance/follow-ups.ts'
import { joinedLinks } from '../advance/origin-links.ts'
import type { RoundResult } from '../advance/round.ts'
import { workOf } from '../advance/run-work.ts'
import type { Advance, Closed, Instance, Opened } from '../instance.ts'
import { historyRow } from './history-rows.ts'
import { incidentRows } from './incident-rows.ts'
import { instanceRow } from './instance-rows.ts'
import { endedPointRow, expiryOf, pointRow } from './restore-point-rows.ts'
import type { JobRow, OpenedRow, Rows } from './rows.ts'
import { endedTaskRow, taskFactRows, taskRow, taskTimerRows } from './task-rows.ts'
import { netWaits } from './wait-rows.ts'

/** Queue of the work that runs outside of transactions. */
export const workQueue = 'process-work'

/**
 * Time for which a row is reserved for the node that wrote it, in milliseconds. After this time another node takes the
 * row.
 */
export const leaseMs = 5_000

/** The rows that a round of advances writes, and the rows that are processed right after the commit. */
export interface Written {
  readonly rows: Rows
  /** Rows of `process_wait` that this node processes at once. */
  readonly followUps: readonly OpenedRow[]
  /** The instances that the rows change, with their state after the round. */
  readonly instances: readonly Instance[]
}

/** Returns the rows of a round. */
export function rowsOf({ groups, before, owner, used }: RoundResult): Written {
  const last = groups.at(-1)!
  const { instances, now, deps } = last
  const advances = groups.flatMap((group) => group.advances)
  const at = now.toISOString()
  const leased = new Date(now.getTime() + leaseMs).toISOString()
  const net = netWaits(advances)
  const isOutside = (effect: Opened): boolean => workOf(deps.work, effect)?.place === 'outside'
  const of = (id: string): Instance => instances.get(id)!
  const postponed = new Set(groups.flatMap((group) => [...group.postponed]))
  const called = new Set(groups.flatMap((group) => [...group.called]))
  const newTasks = new Map(groups.flatMap((group) => [...group.tasks]))

  const tasks = net.opened.filter(isOfTask)
  const others = net.opened.filter((one) => !isOfTask(one))
  const opened = others.map(({ effect, advance }) => {
    const isNow = postponed.has(effect.wait) || effect.kind === 'continuation'
    const due = isNow ? leased : dueOf(effect, { now, isOutside: isOutside(effect) })
    return { isNow, row: openedRow(of(advance.instance), { effect, advance }, { at, due }) }
  })
  const followUps = groups.flatMap((group) =>
    group.followUps.map((one) => followUpRow(one, last.caller.userId, { version: of(owner).version, at, due: leased })),
  )
  const restarted = [...called].flatMap((wait) => calledRow(of(owner), wait, at))
  const taskTimers = tasks.flatMap(({ effect, advance }) =>
    taskTimerRows(of(advance.instance), effect, newTasks.get(effect.wait), at),
  )
  const points = others.filter(({ effect }) => effect.kind === 'delegated')
  const outside = others.filter(({ effect }) => isOutside(effect))
  const stored = advancedInstances(instances, before).map((instance) => ({
    instance,
    row: instanceRow({
      before: before.get(instance.facts.id),
      instance,
      advances: advances.filter((advance) => advance.instance === instance.facts.id),
      at,
      by: last.caller.userId,
    }),
  }))
  const isOwner = ({ facts }: Instance): boolean => facts.id === owner
  const rows: Rows = {
    owner,
    changed: stored.filter(({ row }) => row.before > 0).map(({ row }) => row),
    started: stored.filter(({ row, instance }) => row.before === 0 && isOwner(instance)).map(({ row }) => row),
    called: stored.filter(({ row, instance }) => row.before === 0 && !isOwner(instance)).map(({ row }) => row),
    closed: [
      ...net.closed
        .filter((one) => !isOfTask(one))
        .map(({ effect, advance }) => ({ instance: advance.instance, id: effect.wait })),
      ...used.map((id) => ({ instance: owner, id })),
    ],
    opened: [...opened.map(({ row }) => row), ...restarted, ...taskTimers, ...followUps],
    tasks: tasks.map(({ effect, advance }) => taskRow(of(advance.instance), effect, newTasks.get(effect.wait), at)),
    endedTasks: net.closed.filter(isOfTask).map(({ effect, advance }) => endedTaskRow(effect, advance, at)),
    points: points.map(({ effect, advance }) => pointRow(of(advance.instance), effect, now)),
    endedPoints: net.closed
      .filter(({ effect }) => effect.kind === 'delegated')
      .map(({ effect, advance }) => endedPointRow(effect, advance, at)),
    ...incidentRows(advances, instances, at),
    history: historyRows(advances, { of, before, at }),
    origins: joinedLinks(advances.flatMap(({ links = [] }) => links)),
    jobs: outside.map(({ effect, advance }) => jobRow(advance.instance, effect, now)),
    facts: tasks.flatMap(({ effect, advance }) =>
      taskFactRows(of(advance.instance), effect, newTasks.get(effect.wait), at),
    ),
  }
  return {
    rows,
    followUps: [...opened.flatMap(({ isNow, row }) => (isNow ? [row] : [])), ...followUps],
    instances: stored.map(({ instance }) => instance),
  }
}

const isOfTask = ({ effect }: { readonly effect: Opened | Closed }): boolean => effect.kind === 'task'

const advancedInstances = (instances: ReadonlyMap<string, Instance>, before: RoundResult['before']): Instance[] =>
  [...instances.values()].filter(({ facts, rev }) => rev !== before.get(facts.id)?.rev)

function historyRows(
  advances: readonly Advance[],
  { of, before, at }: { of: (id: string) => Instance; before: RoundResult['before']; at: string },
) {
  const revs = new Map<string, number>()
  return advances.map((advance) => {
    const rev = (revs.get(advance.instance) ?? before.get(advance.instance)?.rev ?? 0) + 1
    revs.set(advance.instance, rev)
    return historyRow(advance, of(advance.instance), rev, at)
  })
}

function openedRow(
  { facts, version }: Instance,
  { effect, advance }: { effect: Opened; advance: Advance },
  { at, due }: { at: string; due: string | undefined },
): OpenedRow {
  const { wait, element, kind, settings, input, attempt, message, signal, caughtErrors } = effect
  const isPlatforms =
    kind === 'job' || kind === 'action' || kind === 'delegated' || kind === 'sheet' || kind === 'child'
  return {
    instance: facts.id,
    id: wait,
    template: version.template,
    version: version.version,
    element,
    kind,
    at,
    ...(due !== undefined && { due }),
    ...(message !== undefined && { name: message.name, key: correlationKey(message.key) }),
    ...(signal !== undefined && { name: signal }),
    ...(isPlatforms && {
      details: {
        settings: settings ?? {},
        input: input ?? {},
        by: advance.by,
        ...(attempt !== undefined && { attempt }),
        ...(effect.due !== undefined && { due: effect.due }),
        ...(caughtErrors !== undefined && { caughtErrors }),
      },
    }),
  }
}

/** Returns the due time of the row of a wait; undefined for work outside, whose queue job has the due time. */
function dueOf(effect: Opened, { now, isOutside }: { now: Date; isOutside: boolean }): string | undefined {
  if (effect.kind === 'delegated') return expiryOf(effect, now)
  return isOutside ? undefined : effect.due
}

/** Returns the row of a wait whose called instance or sheet has now been started. */
function calledRow({ facts, version, state }: Instance, wait: string, at: string): OpenedRow[] {
  const open = state.waits.find(({ id }) => id === wait)
  if (open === undefined) return []
  const { program } = version.loaded
  const element = program.nodes[open.at]!.id
  return [
    {
      instance: facts.id,
      id: wait,
      template: version.template,
      version: version.version,
      element,
      kind: open.kind,
      at,
    },
  ]
}

function followUpRow(
  followUp: FollowUp,
  by: string,
  { version, at, due }: { version: Instance['version']; at: string; due: string },
): OpenedRow {
  const { kind, instance } = followUp
  // Stimuli for the same wait are applied in their order: an escalation before the end of the called instance.
  const key =
    kind === 'cancelSheet'
      ? followUp.wait
      : kind === 'stimulus' && 'wait' in followUp.stimulus
        ? followUp.stimulus.wait
        : undefined
  const details =
    kind === 'stimulus'
      ? { stimulus: followUp.stimulus, by }
      : kind === 'thrown'
        ? { events: followUp.events, ...(followUp.end && { end: followUp.end }), by }
        : kind === 'cancelSheet'
          ? { by, reason: followUp.reason }
          : { by }
  return {
    instance,
    id: newId(),
    template: version.template,
    version: version.version,
    element: kind === 'thrown' ? followUp.events[0]!.element : '',
    kind,
    at,
    due,
    ...(key !== undefined && { key }),
    details,
  }
}

function jobRow(instance: string, { wait, attempt = 1, due }: Opened, now: Date): JobRow {
  const delayMs = due === undefined ? 0 : Math.max(new Date(due).getTime() - now.getTime(), 0)
  return { id: newId(), queue: workQueue, data: { instance, wait, attempt }, delayMs }
}

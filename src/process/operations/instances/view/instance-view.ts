import type { Reader } from '../../../../foundation/db/database.ts'
import type { Sql } from '../../../../foundation/db/sql.ts'
import type { Clock } from '../../../../foundation/kit/clock.ts'
import type { Caller } from '../../../../people/index.ts'
import { type HiddenVariables, hiddenMessage, namesOfHidden, type Programs } from '../../../definition/index.ts'
import type { Program, State } from '../../../engine/index.ts'
import { instanceMissing } from '../../errors.ts'
import type { OpenInstance } from '../open-instance.ts'
import { type ActiveElement, activeElements } from './active-elements.ts'
import type { InstancePath } from './instance-path.store.ts'
import { type InstanceRows, instanceRows } from './instance-rows.store.ts'
import {
  type ChildRow,
  type IncidentRow,
  namesOf,
  type RestorePointRow,
  type TaskRow,
  type WaitRow,
} from './instance-view.store.ts'
import { namedInTimers } from './task-sentence.ts'
import { type WaitingFor, waitingFor } from './waiting-for.ts'
import type { Waiting } from './waiting-sentences.ts'

/**
 * Everything about one instance: its tokens with the reasons why they wait, its context, tasks, timers and incidents.
 */
export interface InstanceView {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly template: {
    readonly id: string
    readonly namespace: string
    readonly code: string
    readonly name: string
    readonly version: number
    readonly newestVersion: number
  }
  readonly createdAt: string
  readonly createdBy: Named
  readonly updatedAt: string
  readonly updatedBy: Named
  readonly endedAt: string | null
  readonly outcome: unknown
  readonly item: unknown
  readonly target: string | null
  readonly parent: string | null
  readonly context: Readonly<Record<string, unknown>>
  readonly active: readonly ActiveElement[]
  /** The elements with a token, a completion or an open incident, in the order of the program. */
  readonly elements: readonly ElementCounts[]
  /** Ids of the flows that tokens took. */
  readonly flows: readonly string[]
  readonly waitingFor: readonly (Omit<WaitingFor, 'performers'> & { readonly performers: readonly Named[] })[]
  readonly tasks: readonly (TaskRow & { readonly performers: readonly Named[] })[]
  readonly timers: readonly WaitRow[]
  readonly subscriptions: readonly WaitRow[]
  /** Waits for work of the platform. Only administrators of the process see details and delegated activities. */
  readonly jobs: readonly WaitRow[]
  /**
   * The restore points. Only administrators of the process see the ids, because an id is enough to continue the
   * activity.
   */
  readonly restorePoints: readonly (Omit<RestorePointRow, 'id'> & { readonly id: string | null })[]
  readonly incidents: readonly IncidentRow[]
  readonly children: readonly ChildRow[]
}

interface Named {
  readonly id: string
  readonly name: string
}

export interface ViewDeps {
  readonly reader: Reader
  readonly clock: Clock
  readonly open: OpenInstance
  readonly programs: Programs
  /** Time zone of the times in sentences, for processes that name none. */
  readonly timeZone: string
  /** Returns the test for the instances that a caller sees. */
  readonly visible: (caller: Caller) => (row: Sql, ofMany: boolean) => Sql
  /** Returns the variables that a caller may not read. */
  readonly hidden: (caller: Caller) => HiddenVariables | undefined
}

/** Returns the view of an instance. Throws `instance.not_found`. */
export async function instanceView(
  { reader, clock, open, programs, visible, hidden, timeZone }: ViewDeps,
  caller: Caller,
  id: string,
): Promise<InstanceView> {
  const { isAdministered } = await open(caller, id)
  const unread = await namesOfHidden(reader, hidden(caller), id)
  const rows = await instanceRows(reader, id, (row) => visible(caller)(row, false))
  if (rows === undefined) throw instanceMissing(id)
  const { facts, waits, tasks, incidents, restorePoints, children, sheets, path } = withoutUnread(rows, unread)
  const taskTimers = waits.filter(({ kind }) => kind === 'taskTimer')
  const people = [
    ...tasks.flatMap(({ assignee, candidates }) => [assignee ?? [], candidates ?? []].flat()),
    ...sheets.flatMap(({ respondents }) => respondents),
  ]
  const { ids, logins } = namedInTimers(taskTimers)
  const names = await namesOf(reader, {
    ids: [...new Set([facts.createdBy, facts.updatedBy, ...people, ...ids])],
    logins: [...new Set(logins)],
  })
  const named = (one: string): Named => ({ id: one, name: names.get(one) ?? '' })
  const { execution } = facts
  const { loaded } = await programs.get(reader, facts.template, facts.version)
  const waiting: Waiting | undefined = execution
    ? {
        program: { timeZone, ...loaded.program },
        execution,
        waits: byId(waits),
        tasks: byId(tasks),
        incidents: byId(incidents),
        restorePoints: byId(restorePoints),
        children: byId(children),
        names,
        taskTimers,
        now: new Date(clock.nowMs()),
      }
    : undefined
  const isOf = (...kinds: readonly string[]) => waits.filter(({ kind }) => kinds.includes(kind))
  const { templateJson, template, version } = facts
  const { newest, ...address } = templateJson
  return {
    id: facts.id,
    name: facts.name,
    state: facts.state,
    template: { id: template, ...address, version, newestVersion: newest },
    createdAt: facts.createdAt,
    createdBy: named(facts.createdBy),
    updatedAt: facts.updatedAt,
    updatedBy: named(facts.updatedBy),
    endedAt: facts.endedAt,
    outcome: facts.outcome,
    item: facts.item,
    target: facts.target,
    parent: facts.parent,
    context: facts.context,
    active: waiting ? activeElements(waiting) : [],
    elements: elementCounts(loaded.program, { tokens: execution?.tokens ?? [], incidents, path }),
    flows: loaded.program.flows.map((flow) => flow.id).filter((flow) => path.flows.has(flow)),
    waitingFor: waiting
      ? waitingFor(waiting, sheets).map((one) => ({ ...one, performers: one.performers.map(named) }))
      : [],
    tasks: tasks.map((task) => ({ ...task, performers: performersOf(task).map(named) })),
    timers: isOf('timer', 'taskTimer'),
    subscriptions: isOf('message', 'signal', 'condition'),
    jobs: isAdministered ? isOf(...jobKinds, 'delegated') : isOf(...jobKinds).map((job) => ({ ...job, details: null })),
    restorePoints: isAdministered ? restorePoints : restorePoints.map((point) => ({ ...point, id: null })),
    incidents,
    children,
  }
}

const jobKinds = ['job', 'action', 'continuation', 'stimulus', 'thrown', 'rest']

const performersOf = ({ assignee, candidates }: TaskRow): readonly string[] =>
  assignee === null ? (candidates ?? []) : [assignee]

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

/** Numbers of one element in one instance, for a picture of the instance on its diagram. */
interface ElementCounts {
  readonly elementId: string
  /** Number of tokens at the element. */
  readonly active: number
  /** How often the element was completed. */
  readonly completed: number
  /** Number of open incidents. */
  readonly incidents: number
}

interface CountedFacts {
  readonly tokens: State['tokens']
  readonly incidents: readonly IncidentRow[]
  readonly path: InstancePath
}

/** Returns the numbers of the elements for which at least one number is not 0, in the order of the program. */
function elementCounts(program: Program, { tokens, incidents, path }: CountedFacts): ElementCounts[] {
  const active = Map.groupBy(tokens, ({ at }) => at)
  const open = Map.groupBy(
    incidents.filter(({ state }) => state === 'open'),
    ({ element }) => element,
  )
  return program.nodes
    .map(({ id }, at) => ({
      elementId: id,
      active: active.get(at)?.length ?? 0,
      completed: path.completed.get(id) ?? 0,
      incidents: open.get(id)?.length ?? 0,
    }))
    .filter((counts) => counts.active + counts.completed + counts.incidents > 0)
}

/**
 * Returns the rows of an instance without the values of variables that the caller may not read. Removes them from the
 * context, keys from waits, and details from all waits but timers of tasks. Replaces the messages of incidents, of
 * failures and of the outcome, which can quote values.
 */
function withoutUnread(rows: InstanceRows, unread: ReadonlySet<string>): InstanceRows {
  if (unread.size === 0) return rows
  const { facts, waits, incidents } = rows
  const context = Object.fromEntries(Object.entries(facts.context).filter(([name]) => !unread.has(name)))
  return {
    ...rows,
    facts: { ...facts, context, outcome: withoutMessage(facts.outcome), execution: withoutFailures(facts.execution) },
    waits: waits.map((wait) => ({ ...wait, key: null, details: wait.kind === 'taskTimer' ? wait.details : null })),
    incidents: incidents.map((incident) => ({ ...incident, message: hiddenMessage })),
  }
}

function withoutFailures(execution: InstanceRows['facts']['execution']): InstanceRows['facts']['execution'] {
  if (execution === null) return null
  const tokens = execution.tokens.map((token) =>
    token.failure === undefined ? token : { ...token, failure: hiddenMessage },
  )
  return { ...execution, tokens }
}

function withoutMessage(outcome: unknown): unknown {
  if (typeof outcome !== 'object' || outcome === null || !('message' in outcome)) return outcome
  return { ...outcome, message: hiddenMessage }
}

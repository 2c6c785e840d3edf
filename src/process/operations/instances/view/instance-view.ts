import type { Reader } from '../../../../foundation/db/database.ts'
import type { Sql } from '../../../../foundation/db/sql.ts'
import type { Clock } from '../../../../foundation/kit/clock.ts'
import type { Caller } from '../../../../people/index.ts'
import { type HiddenVariables, namesOfHidden, type Programs } from '../../../definition/index.ts'
import { instanceMissing } from '../instance-missing.ts'
import type { OpenInstance } from '../open-instance.ts'
import { type ActiveElement, activeElements } from './active-elements.ts'
import { type ElementCounts, elementCounts } from './element-counts.ts'
import { instanceRows } from './instance-rows.store.ts'
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
import { withoutUnread } from './without-unread.ts'

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
  /** The elements that a token has reached, in the order of the diagram. */
  readonly elements: readonly ElementCounts[]
  /** Ids of the flows that tokens took. */
  readonly flows: readonly string[]
  readonly waitingFor: readonly (Omit<WaitingFor, 'performers'> & { readonly performers: readonly Named[] })[]
  readonly tasks: readonly (TaskRow & { readonly performers: readonly Named[] })[]
  readonly timers: readonly WaitRow[]
  readonly subscriptions: readonly WaitRow[]
  /** What the platform does; details and delegated activities are for administrators of the process. */
  readonly jobs: readonly WaitRow[]
  /** The ids are for administrators of the process, because an id is enough to continue the activity. */
  readonly restorePoints: readonly (Omit<RestorePointRow, 'id'> & { readonly id: string | null })[]
  readonly incidents: readonly IncidentRow[]
  readonly children: readonly ChildRow[]
}

export interface Named {
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

/** Creates the function that returns the view of one instance, which throws `instance.not_found`. */
export function createInstanceView({ reader, clock, open, programs, visible, hidden, timeZone }: ViewDeps) {
  return async (caller: Caller, id: string): Promise<InstanceView> => {
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
      jobs: isAdministered
        ? isOf(...jobKinds, 'delegated')
        : isOf(...jobKinds).map((job) => ({ ...job, details: null })),
      restorePoints: isAdministered ? restorePoints : restorePoints.map((point) => ({ ...point, id: null })),
      incidents,
      children,
    }
  }
}

const jobKinds = ['job', 'action', 'continuation', 'stimulus', 'thrown', 'rest']

const performersOf = ({ assignee, candidates }: TaskRow): readonly string[] =>
  assignee === null ? (candidates ?? []) : [assignee]

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

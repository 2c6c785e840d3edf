import { toWireTime } from '../../../../foundation/kit/clock.ts'
import { type State, type Token, traitsOf } from '../../../engine/index.ts'
import type { SheetRow } from './instance-path.store.ts'
import { maxRows } from './instance-view.store.ts'
import type { Waiting } from './waiting-sentences.ts'

/** The kinds of reasons why a token waits: the kinds of waits, and reasons without a wait. */
export const waitingKinds = [
  'task',
  'sheet',
  'timer',
  'message',
  'signal',
  'condition',
  'child',
  'delegated',
  'job',
  'action',
  'continuation',
  'incident',
  'branches',
  'inside',
] as const

/** One reason why an instance waits, for programs that write their own sentences. */
export interface WaitingFor {
  readonly elementId: string
  readonly kind: (typeof waitingKinds)[number]
  readonly since: string | null
  readonly dueAt: string | null
  /** Ids of the users, groups and positions that can end the wait. */
  readonly performers: readonly string[]
  /** Id of the task, sheet, incident or called instance. */
  readonly id: string | null
  /**
   * Subject of the task or sheet, or name of the message, the signal or the called instance. The path of the process
   * replaces the name of a called instance that the caller cannot see.
   */
  readonly name: string | null
  /** Message of the incident, or of the last failed attempt of the work. */
  readonly message: string | null
  /** Whether the wait belongs to a boundary event, while the activity itself waits for something else. */
  readonly isBoundary: boolean
}

/** Returns the reasons why the tokens of an instance wait, in the order of the program; at most `maxRows`. */
export function waitingFor(waiting: Waiting, sheets: readonly SheetRow[]): WaitingFor[] {
  const { program, execution } = waiting
  const byToken = Map.groupBy(execution.waits, ({ token }) => token)
  const byWait = new Map(sheets.map((sheet) => [sheet.wait, sheet]))
  return execution.tokens
    .toSorted((a, b) => a.at - b.at || a.id - b.id)
    .flatMap((token): WaitingFor[] => {
      const since = token.sinceMs === undefined ? null : toWireTime(token.sinceMs)
      const rest = { since, dueAt: null, performers: [], id: null, name: null, message: null, isBoundary: false }
      const reason = { ...rest, elementId: program.nodes[token.at]!.id }
      if (token.incident !== undefined) {
        const { id } = token.incident
        return [{ ...reason, kind: 'incident', id, message: waiting.incidents.get(id)?.message ?? null }]
      }
      const waits = byToken.get(token.id) ?? []
      const own = waits
        .map((wait) => ({ ...reason, ...ofWait(wait, token, waiting, byWait) }))
        .sort((a, b) => Number(a.isBoundary) - Number(b.isBoundary))
      if (own.some(({ isBoundary }) => !isBoundary)) return own
      return [{ ...reason, kind: withoutWait(token, waiting) }, ...own]
    })
    .slice(0, maxRows)
}

function ofWait(
  wait: State['waits'][number],
  token: Token,
  waiting: Waiting,
  sheets: ReadonlyMap<string, SheetRow>,
): Partial<WaitingFor> & Pick<WaitingFor, 'kind' | 'isBoundary'> {
  const { program, waits, tasks, children, restorePoints } = waiting
  const row = waits.get(wait.id)
  const isBoundary = program.nodes[token.at]!.boundary.includes(wait.at)
  const about = {
    kind: wait.kind,
    isBoundary,
    elementId: program.nodes[wait.at]!.id,
    ...(row && { since: row.openedAt, dueAt: row.dueAt }),
    message: token.failure ?? null,
  }
  const task = tasks.get(wait.id)
  if (wait.kind === 'task' && task) {
    const performers = task.assignee === null ? (task.candidates ?? []) : [task.assignee]
    return { ...about, since: task.createdAt, dueAt: task.dueAt, performers, id: task.id, name: task.subject }
  }
  const sheet = sheets.get(wait.id)
  if (sheet) return { ...about, dueAt: sheet.dueAt, performers: sheet.respondents, id: sheet.id, name: sheet.subject }
  const child = children.get(wait.id)
  if (wait.kind === 'child' && child) return { ...about, id: child.id, name: child.name ?? child.process }
  if (wait.kind === 'delegated') return { ...about, dueAt: restorePoints.get(wait.id)?.expiresAt ?? null }
  if (wait.kind === 'timer') return { ...about, dueAt: row?.dueAt ?? wait.due ?? null }
  return { ...about, name: row?.name ?? null }
}

/** Returns the reason why a token without a wait of its own waits. */
function withoutWait(token: Token, { program, execution }: Waiting): WaitingFor['kind'] {
  if (token.phase !== undefined) return 'continuation'
  if (execution.scopes.some(({ owner }) => owner === token.id)) return 'inside'
  return traitsOf(program.nodes[token.at]!).joins === undefined ? 'continuation' : 'branches'
}

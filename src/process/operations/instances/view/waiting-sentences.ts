import { type Program, type State, type Token, traitsOf } from '../../../engine/index.ts'
import type { ChildRow, IncidentRow, RestorePointRow, TaskRow, WaitRow } from './instance-view.store.ts'
import { momentText } from './moment-text.ts'
import { taskSentence } from './task-sentence.ts'

type Execution = Omit<State, 'variables'>

/** The data for the reasons why the tokens of one instance wait. */
export interface Waiting {
  readonly program: Program
  readonly execution: Execution
  readonly waits: ReadonlyMap<string, WaitRow>
  readonly tasks: ReadonlyMap<string, TaskRow>
  readonly incidents: ReadonlyMap<string, IncidentRow>
  readonly restorePoints: ReadonlyMap<string, RestorePointRow>
  /** Called instances by the ids of the waits for their ends. */
  readonly children: ReadonlyMap<string, ChildRow>
  readonly names: ReadonlyMap<string, string>
  /** Reminders and escalations of all tasks. */
  readonly taskTimers: readonly WaitRow[]
  readonly now: Date
}

/** Returns the reason why a token waits, as a sentence. */
export function whyWaiting(token: Token, waiting: Waiting): string {
  const { program, execution, incidents } = waiting
  const node = program.nodes[token.at]!
  if (token.incident !== undefined) {
    const message = incidents.get(token.incident.id)?.message
    return `stopped by an incident${message === undefined ? '' : `: ${message}`}`
  }
  const own = execution.waits.filter((wait) => wait.token === token.id)
  const isAttached = (at: number): boolean => node.boundary.includes(at)
  const main = own.filter(({ at }) => !isAttached(at)).map((wait) => sentenceOf(wait, waiting))
  const attached = own.filter(({ at }) => isAttached(at)).flatMap((wait) => followsSentence(wait, waiting) ?? [])
  if (main.length > 0) return [main.join(', or '), ...attached].join('; ')
  const rest = withoutWait(token, waiting)
  return [rest, ...attached].join('; ')
}

/** Returns the reason for an open wait, as a sentence. */
function sentenceOf(wait: State['waits'][number], waiting: Waiting): string {
  const { waits, tasks, restorePoints, children, program, now } = waiting
  const row = waits.get(wait.id)
  const due = row?.dueAt ?? wait.due
  const at = due === undefined || due === null ? undefined : momentText(new Date(due), now, program.timeZone)
  const node = program.nodes[wait.at]!
  switch (wait.kind) {
    case 'task': {
      const task = tasks.get(wait.id)
      return task === undefined ? 'waits for: a task' : taskSentence(task, waiting)
    }
    case 'timer':
      return at === undefined ? 'waits for a timer' : `waits until ${at}`
    case 'message':
      return `waits for the message "${row?.name ?? node.name ?? node.id}"${row?.key ? ` with the key ${row.key}` : ''}`
    case 'signal':
      return `waits for the signal "${row?.name ?? node.name ?? node.id}"`
    case 'condition':
      return 'waits until its condition becomes true'
    case 'child': {
      const child = children.get(wait.id)
      if (child === undefined) return 'waits for a called process'
      return `waits for: the end of ${child.name === null ? child.process : `"${child.name}" (${child.process})`}`
    }
    case 'delegated': {
      const until = restorePoints.get(wait.id)?.expiresAt
      const till = until ? `, until ${momentText(new Date(until), now, program.timeZone)}` : ''
      return failedAttempt(wait, waiting) ?? `waits for the answer of another system${till}`
    }
    case 'job':
    case 'action': {
      const attempt = Number(row?.details?.attempt ?? 1)
      const isLater = due !== undefined && due !== null && new Date(due) > now
      const failed = failedAttempt(wait, waiting)
      if (failed !== undefined) return failed
      return isLater && attempt > 1 ? `attempt ${attempt} of its work begins ${at}` : 'its work is due now'
    }
    case 'sheet':
      return 'waits for the answers of a sheet'
    case 'continuation':
      return 'continues now'
  }
}

/** Returns the sentence of work whose last attempt failed: why, and when the next attempt is due. */
function failedAttempt(wait: State['waits'][number], { execution, program, now }: Waiting): string | undefined {
  const token = execution.tokens.find(({ id }) => id === wait.token)
  if (token?.failures === undefined || token.failure === undefined) return undefined
  const reason = `attempt ${token.failures} failed: ${token.failure}`
  const next = `attempt ${token.failures + 1}`
  const begins = token.notBefore === undefined ? undefined : new Date(token.notBefore)
  if (begins !== undefined && begins > now)
    return `${reason}; ${next} begins ${momentText(begins, now, program.timeZone)}`
  return wait.kind === 'delegated'
    ? `waits for the answer of another system to ${next}; ${reason}`
    : `${next} is due now; ${reason}`
}

/** Returns the sentence of a boundary event: what the event will do while the activity waits. */
function followsSentence(wait: State['waits'][number], { program, waits, now }: Waiting): string | undefined {
  const node = program.nodes[wait.at]!
  const name = node.name ?? node.id
  const due = waits.get(wait.id)?.dueAt ?? wait.due
  const then = node.isInterrupting === false ? 'follows as well' : 'takes over'
  if (wait.kind === 'timer' && due) {
    return `"${name}" ${then} ${momentText(new Date(due), now, program.timeZone)}`
  }
  if (wait.kind === 'message') return `"${name}" ${then} on the message "${waits.get(wait.id)?.name ?? name}"`
  return wait.kind === 'signal' ? `"${name}" ${then} on the signal "${waits.get(wait.id)?.name ?? name}"` : undefined
}

function withoutWait(token: Token, { program, execution }: Waiting): string {
  const node = program.nodes[token.at]!
  if (token.phase !== undefined) return 'continues now'
  const scope = execution.scopes.find(({ owner }) => owner === token.id)
  if (scope?.loop !== undefined) {
    const { completed, total } = scope.loop
    return `waits for its repetitions: ${completed}${total === undefined ? '' : ` of ${total}`} completed`
  }
  if (scope !== undefined) return 'waits for the end of what is inside'
  if (traitsOf(node).joins === undefined) return 'waits'
  const here = execution.tokens.filter(({ at, scope: of }) => at === token.at && of === token.scope)
  const missing = node.incoming
    .filter((flow) => !here.some(({ via }) => via === flow))
    .map((flow) => program.nodes[program.flows[flow]!.source]!)
    .map(({ id, name }) => `"${name ?? id}"`)
  return `waits for the branches that come from ${missing.join(', ')}`
}

import { timerMs } from './models.ts'
import type { StoredAdvance, StoredInstance } from './stored.store.ts'

/** The kinds of rows of `process_wait` that are not waits of the state but work that follows from an advance. */
const ofPlatform = new Set(['stimulus', 'thrown', 'rest', 'taskTimer'])

/**
 * Returns a sentence for each contradiction in an instance: in its history, or between its state and the rows of its
 * waits, tasks, incidents, restore points and called instances. There must be none at any moment, even under load.
 */
export function judgeInstance(instance: StoredInstance): string[] {
  const problems = [
    ...judgeHistory(instance),
    ...judgeTokens(instance),
    ...judgeWaits(instance),
    ...judgeOthers(instance),
    ...judgeTasks(instance),
    ...judgeEnd(instance),
  ]
  return problems.map((problem) => `${instance.code} ${instance.id}: ${problem}`)
}

function judgeHistory({ rev, history }: StoredInstance): string[] {
  const problems = history.flatMap((advance, index) =>
    advance.rev === index + 1 ? [] : [`the history has revision ${advance.rev} in place of ${index + 1}`],
  )
  if (history.length !== rev)
    problems.push(`revision ${rev} has ${history.length} rows of history: ${JSON.stringify(history)}`)
  for (const { events } of history) {
    for (const { type, element, durationMs } of events) {
      const least = timerMs[element]
      if (type === 'completed' && least !== undefined && durationMs! < least)
        problems.push(`the timer ${element} fired after ${durationMs} ms instead of ${least}`)
    }
  }
  const used = new Map<string, number>()
  for (const { stimulus } of history) {
    if (stimulus.type === 'complete') used.set(stimulus.wait!, (used.get(stimulus.wait!) ?? 0) + 1)
  }
  for (const [wait, count] of used) if (count > 1) problems.push(`wait ${wait} was used ${count} times`)
  return problems
}

/** Checks that replaying the history leads to the tokens of the state. */
function judgeTokens({ history, execution, elements }: StoredInstance): string[] {
  const tokens = new Map<number, string>()
  for (const { type, token, element } of history.flatMap(({ events }) => events)) {
    if (type === 'entered' || type === 'moved') tokens.set(token!, element)
    else if (type === 'cancelled' || type === 'ended' || type === 'joined') tokens.delete(token!)
  }
  const replayed = [...tokens].map(([id, element]) => `${id} at ${element}`)
  const stored = (execution?.tokens ?? []).map(({ id, at }) => `${id} at ${elements[at]}`)
  return differences('token', { state: stored, history: replayed })
}

function judgeWaits({ execution, waits, elements }: StoredInstance): string[] {
  const stored = (execution?.waits ?? []).map(({ id, kind, at }) => `${kind} ${id} at ${elements[at]}`)
  const rows = waits.filter(({ kind }) => !ofPlatform.has(kind)).map((row) => `${row.kind} ${row.id} at ${row.element}`)
  return differences('wait', { state: stored, rows })
}

/** Compares the incidents, restore points and called instances with the state. */
function judgeOthers({ execution, incidents, points, children, waits }: StoredInstance): string[] {
  const ofKind = (wanted: string): string[] =>
    (execution?.waits ?? []).filter(({ kind }) => kind === wanted).map(({ id }) => id)
  const stopped = [...(execution?.tokens ?? []), ...(execution?.waits ?? [])].flatMap(({ incident }) =>
    incident === undefined ? [] : [typeof incident === 'string' ? incident : incident.id],
  )
  // A postponed call is a due row. The end of a called instance is a stimulus until the calling instance advances.
  const later = waits.filter(({ kind, due }) => kind === 'stimulus' || (kind === 'child' && due)).length
  const called = ofKind('child')
  const missing = called.filter((id) => !children.includes(id))
  return [
    ...differences('incident', { state: stopped, rows: incidents }),
    ...differences('restore point', { state: ofKind('delegated'), rows: points }),
    ...(missing.length > later ? missing.map((id) => `waits for the called instance ${id}, which does not run`) : []),
  ]
}

function judgeTasks({ execution, tasks, history }: StoredInstance): string[] {
  const waiting = (execution?.waits ?? []).filter(({ kind }) => kind === 'task').map(({ id }) => id)
  const open = tasks.filter(({ state }) => state === 'new' || state === 'in_progress').map(({ id }) => id)
  const completed = new Set(history.map(({ stimulus }) => completes(stimulus)))
  return [
    ...differences('open task', { state: waiting, rows: open }),
    ...tasks.flatMap(({ id, state }) =>
      (state === 'done') === completed.has(id) ? [] : [`task ${id} is ${state}, which the history contradicts`],
    ),
  ]
}

const completes = ({ type, wait }: StoredAdvance['stimulus']): string | undefined =>
  type === 'complete' ? wait : undefined

function judgeEnd({ state, hasEnded, execution }: StoredInstance): string[] {
  const isOver = state === 'done' || state === 'cancel'
  if (isOver === hasEnded && hasEnded === (execution === null)) return []
  return [`is ${state}, ${hasEnded ? 'has ended' : 'runs'}, and has ${execution === null ? 'no' : 'a'} state`]
}

/** Returns a sentence for each entry that is not equally often in both of two lists. */
function differences(what: string, lists: Readonly<Record<string, readonly string[]>>): string[] {
  const [[nameA, a], [nameB, b]] = Object.entries(lists) as [[string, string[]], [string, string[]]]
  const left = [...b]
  const onlyInA = a.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [
    ...onlyInA.map((one) => `${what} ${one} is in the ${nameA} but not in the ${nameB}`),
    ...left.map((one) => `${what} ${one} is in the ${nameB} but not in the ${nameA}`),
  ]
}

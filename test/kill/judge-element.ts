import { type Entry, nameOf } from './ledger.ts'
import type { Element, Revision } from './observe.ts'

/** Compares one element with all requests that were sent for it. Returns a sentence for each contradiction. */
export function judgeElement(create: Entry, writes: readonly Entry[], element: Element): string[] {
  const { id, history } = element
  const problems = history.flatMap(({ rev }, index) =>
    rev === index + 1 ? [] : [`history of ${id} has a gap or a duplicate: row ${index + 1} is revision ${rev}`],
  )
  if (element.rev !== history.length) {
    problems.push(`element ${id} is at revision ${element.rev}, but its history has ${history.length} rows`)
  }
  problems.push(...judgeCreate(create, element), ...judgeWrites(writes, element))
  const states = replay(element, problems)
  for (const { action, values, outcome, rev } of writes) {
    if (outcome !== 'acked' || rev === undefined) continue
    const state = states[rev - 1]
    if (state === undefined) problems.push(`lost revision: ${action} of ${id} was answered with revision ${rev}`)
    else if (action === 'set-status' && state.__status !== values.__status) {
      problems.push(`wrong status: ${id} was set to ${values.__status}, but at revision ${rev} it is ${state.__status}`)
    }
  }
  return problems
}

function judgeCreate(create: Entry, { id, history }: Element): string[] {
  const torn = Object.entries(create.values).some(([field, value]) => history[0]!.after[field] !== value)
  return [
    ...(create.outcome === 'refused' ? [`${nameOf(create)} was refused, but element ${id} exists`] : []),
    ...(torn ? [`partial write: ${id} has only a part of ${nameOf(create)}`] : []),
  ]
}

/** Checks that every revision contains exactly one complete write, and that every acknowledged write has a revision. */
function judgeWrites(writes: readonly Entry[], { id, history }: Element): string[] {
  const problems: string[] = []
  const byValue = new Map(
    writes
      .filter(({ action }) => action === 'update')
      .flatMap((write) => Object.entries(write.values).map(([field, value]) => [`${field}=${value}`, write])),
  )
  const applied = new Set<Entry>()
  for (const { rev, after } of history.slice(1).filter(({ action }) => action !== 'set-status')) {
    const write = Object.entries(after)
      .map(([field, value]) => byValue.get(`${field}=${value}`))
      .find((found) => found !== undefined)
    if (write === undefined) problems.push(`revision ${rev} of ${id} was not written by any client`)
    else problems.push(...judgeRevision(write, rev, after, applied))
  }
  for (const write of writes) {
    if (write.action !== 'update' || write.outcome !== 'acked' || applied.has(write)) continue
    problems.push(`lost update: ${nameOf(write)} of ${id} was answered`)
  }
  return [...problems, ...judgeStatuses(writes, id, history)]
}

function judgeRevision(write: Entry, rev: number, after: Revision['after'], applied: Set<Entry>): string[] {
  const torn = Object.entries(write.values).some(([field, value]) => after[field] !== value)
  const problems = [
    ...(write.outcome === 'refused' ? [`${nameOf(write)} was refused, but revision ${rev} contains it`] : []),
    ...(applied.has(write) ? [`${nameOf(write)} was applied twice, again as revision ${rev}`] : []),
    ...(torn ? [`partial write: revision ${rev} has only a part of ${nameOf(write)}`] : []),
    ...(write.rev !== undefined && write.rev !== rev ? [`${nameOf(write)} is revision ${rev}, not ${write.rev}`] : []),
  ]
  applied.add(write)
  return problems
}

/** Checks the number of status changes. The few statuses do not identify the write that set them. */
function judgeStatuses(writes: readonly Entry[], id: string, history: readonly Revision[]): string[] {
  const possible = writes.filter(({ action, outcome }) => action === 'set-status' && outcome !== 'refused')
  const asked = Map.groupBy(possible, ({ values }) => values.__status)
  const set = Map.groupBy(
    history.filter(({ action }) => action === 'set-status'),
    ({ after }) => after.__status ?? undefined,
  )
  return [...set]
    .filter(([status, rows]) => rows.length > (asked.get(status)?.length ?? 0))
    .map(([status, rows]) => `status ${status} of ${id} was set ${rows.length} times, more often than requested`)
}

/**
 * Returns the state after each revision. Adds a problem when the values before a revision differ from the values after
 * the previous one, or when the last state differs from the element.
 */
function replay({ id, history, values }: Element, problems: string[]): Record<string, string | null>[] {
  const states: Record<string, string | null>[] = []
  for (const { rev, before, after } of history) {
    const last = states.at(-1) ?? {}
    for (const [field, value] of Object.entries(before)) {
      if (field in last && last[field] !== value) {
        problems.push(
          `history of ${id} is inconsistent: ${field} is ${value} before revision ${rev}, but the revision before ends with ${last[field]}`,
        )
      }
    }
    // Fields that were never changed are known only from the final values.
    states.push({ ...(rev === 1 ? untouched(values, history) : last), ...after })
  }
  for (const [field, value] of Object.entries(states.at(-1) ?? {})) {
    if (values[field] !== value)
      problems.push(`${field} of ${id} is ${values[field]}, but its history ends with ${value}`)
  }
  return states
}

function untouched(values: Element['values'], history: readonly Revision[]): Record<string, string | null> {
  const first = Object.keys(values).map((field) => {
    const touching = history.find(({ rev, before }) => rev > 1 && field in before)
    return [field, touching === undefined ? values[field]! : touching.before[field]!]
  })
  return Object.fromEntries(first)
}

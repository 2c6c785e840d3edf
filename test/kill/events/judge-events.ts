import type { Entry } from '../ledger.ts'
import { type Note, type ReceivedNote, readerNames } from './notes.store.ts'

const nameOf = ({ id, rev, version }: Note): string =>
  `revision ${rev} of ${id}${version === '' ? '' : ` with version ${version}`}`

/**
 * Returns a sentence for every change that a reader received twice, in the wrong order, or not at all, for every
 * received change that is not stored, and for every acknowledged write without a change.
 */
export function judgeEvents(
  received: readonly ReceivedNote[],
  stored: readonly Note[],
  entries: readonly Entry[],
): string[] {
  const changes = new Set(stored.map(nameOf))
  const problems = readerNames.flatMap((reader) => {
    const own = received.filter((note) => note.reader === reader)
    return [...onceEach(own, changes), ...outOfOrder(own)].map((problem) => `reader "${reader}": ${problem}`)
  })
  for (const { id, rev, outcome, action } of entries) {
    if (outcome !== 'acked' || action === 'get' || id === undefined || rev === undefined) continue
    const name = nameOf({ id, rev: String(rev), version: '' })
    if (!changes.has(name)) problems.push(`${name} was acknowledged and is not stored`)
  }
  return problems
}

function onceEach(received: readonly ReceivedNote[], changes: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>()
  for (const note of received) counts.set(nameOf(note), (counts.get(nameOf(note)) ?? 0) + 1)
  const problems: string[] = []
  for (const [name, count] of counts) {
    if (count > 1) problems.push(`${name} came ${count} times`)
    if (!changes.has(name)) problems.push(`${name} was received but is not stored`)
  }
  for (const name of changes) if (!counts.has(name)) problems.push(`${name} never came`)
  return problems
}

/** Checks that the revisions of each element came in their order, and each file version after its revision. */
function outOfOrder(received: readonly ReceivedNote[]): string[] {
  const last = new Map<string, ReceivedNote>()
  const problems: string[] = []
  for (const note of received) {
    const before = last.get(note.id)
    if (before !== undefined && !isAfter(note, before)) problems.push(`${nameOf(note)} came after ${nameOf(before)}`)
    last.set(note.id, note)
  }
  return problems
}

function isAfter(note: Note, before: Note): boolean {
  if (note.rev !== before.rev) return BigInt(note.rev) > BigInt(before.rev)
  if (note.version === '') return false
  const [file, number] = note.version.split(' ')
  const [fileBefore, numberBefore] = before.version.split(' ')
  return file !== fileBefore || Number(number) > Number(numberBefore)
}

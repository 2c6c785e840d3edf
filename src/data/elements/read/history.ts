import type { Reader } from '../../../foundation/db/database.ts'
import { type Revision, revisionsOf } from './history.store.ts'

/**
 * Returns the revisions of an element, oldest first. The initial values are not stored: they are computed from the
 * present values by undoing all later changes.
 */
export async function historyOf(reader: Reader, app: string, elementId: string): Promise<Revision[]> {
  const { revisions, body } = await revisionsOf(reader, app, elementId)
  const first = revisions[0]
  if (first === undefined || first.action !== 'create') return revisions
  const initial: Record<string, unknown> = { ...body }
  for (const { changes } of revisions.toReversed()) {
    for (const [field, [before]] of Object.entries(changes)) if (field in initial) initial[field] = before
  }
  const given = Object.entries(initial).filter(([, value]) => value !== null)
  return [
    { ...first, changes: Object.fromEntries(given.map(([field, value]) => [field, [null, value]])) },
    ...revisions.slice(1),
  ]
}

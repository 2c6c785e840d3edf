import type { Right, RowFilter } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { fieldNotWritable, rightMissing } from '../rights/refusals.ts'
import type { OpenedApplication } from '../source/opened-application.ts'
import type { WriteOrigin } from '../write/insert-elements.store.ts'
import { type Candidate, refusedCandidates } from './refused-candidates.store.ts'

/**
 * Throws a 403 when the caller may not create an element with these values. `given` are the codes of the fields in the
 * input. A value that the field would have anyway needs no right to write the field.
 */
export async function checkCreatable(
  reader: Reader,
  { application, authority }: OpenedApplication,
  candidate: Candidate,
  { given, origin }: { given: readonly string[]; origin: WriteOrigin },
): Promise<void> {
  const isRefused = async (rule: RowFilter): Promise<boolean> => {
    if (typeof rule === 'boolean') return !rule
    return (await refusedCandidates(reader, application, [candidate], { ...origin, rule })).length > 0
  }
  const needed: Right[] = candidate.deletedAt === null ? ['create'] : ['create', 'delete']
  for (const right of needed) {
    if (await isRefused(authority.rows(right))) throw rightMissing(right, application)
  }
  for (const code of given) {
    const rule = authority.field(code, 'write')
    if (rule === true) continue
    // Null in place of a default is a value of the caller's own.
    const unnamed = application.fields.get(code)?.defaultValue ?? null
    if (JSON.stringify(candidate.body[code]) === JSON.stringify(unnamed)) continue
    if (await isRefused(rule)) throw fieldNotWritable(application, code)
  }
}

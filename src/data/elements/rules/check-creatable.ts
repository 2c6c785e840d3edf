import type { Right, RowFilter } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { fieldNotWritable, rightMissing } from '../rights/refusals.ts'
import type { OpenedApplication } from '../source/opened-application.ts'
import type { WriteOrigin } from '../write/insert-elements.store.ts'
import { type Candidate, refusedCandidates } from './refused-candidates.store.ts'

/**
 * Throws a 403 when the caller may not create an element with these values. `given` are the codes of the fields in the
 * input.
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
    if (isEmptyOrDefault(application.fields.get(code)?.defaultValue, candidate.body[code])) continue
    if (await isRefused(authority.field(code, 'write'))) throw fieldNotWritable(application, code)
  }
}

/** Returns whether a value is null or the default of the field. Such a value needs no right to write the field. */
function isEmptyOrDefault(defaultValue: unknown, value: unknown): boolean {
  return value === null || JSON.stringify(value) === JSON.stringify(defaultValue)
}

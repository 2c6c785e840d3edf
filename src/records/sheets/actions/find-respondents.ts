import type { Reader } from '../../../foundation/db/database.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { sheetWrongRespondent } from '../errors.ts'
import type { NewRespondent } from '../rows/respondent-rows.store.ts'
import { type FoundSubject, findSubjects, type SubjectRef } from '../rows/users-of-subjects.store.ts'

/** Maximum number of respondents of a sheet. */
const maxRespondents = 1_000

export interface FindRespondents {
  /** The stages with the subjects that are asked in them. */
  readonly stages: readonly { readonly respondents: readonly SubjectRef[] }[]
  /** A user who may not approve and is left out of the respondents. */
  readonly excluded?: string | undefined
  /** Users who have approved the version before and are not asked again. */
  readonly skipped: ReadonlySet<string>
}

/**
 * Returns the respondents of the stages: the active users of all subjects, each user once in a stage. Throws
 * `sheet.wrong_respondent` for unknown subjects, subjects without an active user, and stages without respondents.
 */
export async function findRespondents(
  reader: Reader,
  { stages, excluded, skipped }: FindRespondents,
): Promise<readonly NewRespondent[]> {
  const refs = stages.flatMap(({ respondents }) => respondents)
  const found = await findSubjects(reader, refs)
  const all: NewRespondent[] = []
  let next = 0
  for (const [stage, { respondents }] of stages.entries()) {
    const users = new Set<string>()
    for (const [index, ref] of respondents.entries())
      for (const user of usersOf(found[next++], ref, `stages[${stage}].respondents[${index}]`)) users.add(user)
    if (excluded !== undefined && users.delete(excluded) && users.size === 0)
      throw sheetWrongRespondent('the initiator may not approve, and the stage has no other respondents', {
        field: `stages[${stage}].respondents`,
      })
    for (const [place, userId] of [...users].entries()) {
      const state = skipped.has(userId) ? 'skipped' : 'waiting'
      all.push({ id: newId(), stage, place, userId, state, delegatedFrom: null })
    }
  }
  if (all.length > maxRespondents)
    throw sheetWrongRespondent(
      `the sheet would have ${all.length} respondents; at most ${maxRespondents} are allowed`,
      {
        field: 'stages',
      },
    )
  return all
}

function usersOf(found: FoundSubject | undefined, { type, id }: SubjectRef, field: string): readonly string[] {
  const what = type ?? 'user, group or position'
  if (found === undefined) throw sheetWrongRespondent(`there is no ${what} "${id.slice(0, 100)}"`, { field })
  if (found.users.length === 0)
    throw sheetWrongRespondent(`${found.kind} "${found.name}" has no active user`, { field })
  return found.users
}

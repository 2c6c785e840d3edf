import type { Caller } from '../../people/index.ts'
import type { RespondentRow } from './rows/respondent-rows.store.ts'

/** The user who acts for a respondent, and the principal when the user is a substitute. */
export interface Acting {
  readonly by: string
  readonly onBehalfOf?: string
}

/**
 * Returns how a caller acts for a respondent: as the respondent, or as a substitute of the respondent in the
 * application of the element. Returns undefined when the caller may not act for the respondent.
 */
export function actingFor(
  { userId, persons }: Caller,
  { userId: respondent, app }: Pick<RespondentRow, 'userId' | 'app'>,
): Acting | undefined {
  const isMeant = persons.in(app).some((person) => person.userId === respondent)
  if (respondent === userId) return { by: userId }
  return isMeant ? { by: userId, onBehalfOf: respondent } : undefined
}

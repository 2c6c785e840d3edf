import { ApiError } from '../api/api-error.ts'
import { typeOf } from '../fields/field-types.ts'
import type { Translate } from '../i18n/index.tsx'

const sentences = {
  'registration.exists': 'records.refusedExists',
  'registration.case_closed': 'records.refusedClosed',
  'registration.off': 'records.refusedOff',
  'registration.not_allowed': 'records.refusedOthers',
  'nomenclature.not_allowed': 'records.refusedOffice',
  'registration.number_taken': 'records.refusedTaken',
  'registration.wrong_number': 'records.refusedNumber',
  'registration.wrong_date': 'records.refusedDate',
  'registration.not_reserved': 'records.refusedReserved',
} as const

/** A field of the document that is registered. */
interface DocumentField {
  readonly code: string
  readonly name: string
  readonly type: string
}

/**
 * Waits for a registration. When the server refuses it, throws the reason in the language of the user, or the error
 * of the server where the console has no text for the reason. `fields` are the fields of the document, which the
 * reason names; without them, the reason says only that some are empty.
 */
export async function withOwnReason<T>(
  registration: Promise<T>,
  t: Translate,
  fields: readonly DocumentField[] = [],
): Promise<T> {
  try {
    return await registration
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const reason = reasonOf(error, t, fields)
    throw reason === undefined ? error : new ApiError(error.status, { ...error.answer, error: reason })
  }
}

function reasonOf({ code, answer }: ApiError, t: Translate, fields: readonly DocumentField[]): string | undefined {
  if (code !== 'registration.incomplete')
    return code in sentences ? t(sentences[code as keyof typeof sentences]) : undefined
  const missing = Array.isArray(answer.fields) ? answer.fields : []
  const named = fields.filter((field) => missing.includes(field.code))
  if (named.length < missing.length) return t('records.refusedIncompleteOther')
  const sentence = t('records.refusedIncomplete', { fields: named.map(({ name }) => name).join(', ') })
  return named.some((field) => typeOf(field).holdsFiles === 'any')
    ? `${sentence} ${t('records.refusedWithoutFile')}`
    : sentence
}

import { readSubject } from '../../../access/index.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { type Field, takesDocuments } from '../../../values/index.ts'
import { maxNumberChars, type RegistrationSection } from '../../applications/registration-section.ts'

interface Defined {
  readonly fields: ReadonlyMap<string, Field>
  readonly statuses?: readonly { readonly code: string }[] | undefined
}

interface Problem {
  readonly path: (string | number)[]
  readonly message: string
}

/**
 * Returns the problems of the section `registration` of an application file, such as unknown fields and statuses, each
 * with its place.
 */
export function registrationProblems(section: RegistrationSection | undefined, { fields, statuses = [] }: Defined) {
  const problems: Problem[] = []
  const unknown = (path: (string | number)[], what: string, code: string, known: Iterable<string>): void => {
    problems.push({ path, message: `there is no ${what} "${code}"${didYouMean(code, [...known])}` })
  }
  const { by, required = [], identity = [], file, status, number } = section ?? {}
  for (const [list, codes] of Object.entries({ required, identity })) {
    for (const [index, code] of codes.entries())
      if (!fields.has(code)) unknown([list, index], 'field', code, fields.keys())
  }
  const holder = file === undefined ? undefined : fields.get(file)
  if (file !== undefined && holder === undefined) unknown(['file'], 'field', file, fields.keys())
  if (holder !== undefined && !takesDocuments(holder))
    problems.push({ path: ['file'], message: `"${file}" is not a field of the type file` })
  if (number !== undefined) {
    const field = fields.get(number)
    if (field === undefined) unknown(['number'], 'field', number, fields.keys())
    else for (const message of numberFieldProblems(field)) problems.push({ path: ['number'], message })
  }
  const codes = statuses.map((one) => one.code)
  if (status !== undefined && !codes.includes(status)) unknown(['status'], 'status', status, codes)
  for (const [index, text] of (Array.isArray(by) ? by : []).entries()) {
    if (readSubject(text)?.is !== 'group')
      problems.push({ path: ['by', index], message: `"${text}" is not the path of a group, such as docs.registrars` })
  }
  return problems
}

/** Returns why a field cannot hold every registration number; registrations alone write the field. */
function numberFieldProblems({ code, type, required, defaultValue, settings }: Field): string[] {
  if (!type.isPlainText) return [`"${code}" is not a field of the type string`]
  const { maxLength = maxNumberChars } = settings as { maxLength?: number }
  return [
    ...(maxLength < maxNumberChars
      ? [`"${code}" holds ${maxLength} characters, but a number can have ${maxNumberChars}; give it a longer maxLength`]
      : []),
    ...(required ? [`"${code}" is required, but it has no value before the registration`] : []),
    ...(defaultValue === null ? [] : [`"${code}" has a default value, but only registrations give it a value`]),
  ]
}

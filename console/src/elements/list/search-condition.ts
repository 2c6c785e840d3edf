import { parseDay } from '../../fields/days.ts'
import type { Field, Status } from '../../fields/field-type.ts'
import { typeOf } from '../../fields/field-types.ts'
import { parseCents, parseNumber } from '../../fields/numbers.ts'
import { parseWrittenDay } from '../../fields/written-day.ts'
import type { Language } from '../../i18n/texts.ts'
import { toCondition } from './filters.ts'

type Condition = Readonly<Record<string, unknown>>

/** What the search of a list needs besides the text. */
export interface SearchContext {
  /** The fields whose values are searched besides the name. */
  readonly fields: readonly Field[]
  readonly language: Language
  /** Whether the user sees an application, given as `namespace.code`; a filter that names any other is refused. */
  readonly sees: (application: string) => boolean
}

/**
 * Returns the condition that the name or one of the fields has a value that shows the text: texts and names that
 * contain the text, numbers, amounts and days that equal it. Each value is compared as the user's language writes it.
 */
export function searchCondition(text: string, context: SearchContext): Condition {
  const others = context.fields.filter(({ code }) => code !== '__name')
  const found = others.map((field) => fieldCondition(text, field, context)).filter((each) => each !== undefined)
  const name = { tf: { __name: text } }
  return found.length === 0 ? name : { or: [name, ...found] }
}

function fieldCondition(text: string, field: Field, { language, sees }: SearchContext): Condition | undefined {
  const { code } = field
  switch (typeOf(field).filter) {
    case 'text':
      return { tf: { [code]: text } }
    case 'number':
      return equal(code, parseNumber(text, language))
    case 'money':
      return equal(code, parseCents(text, language))
    case 'date':
      return dayCondition(text, field, language)
    case 'choice':
      return choiceCondition(text, field)
    case 'user':
      return named(text, code, '_system_catalogs._users')
    case 'link': {
      const target = `${field.data.namespace}.${field.data.code}`
      return sees(target) ? named(text, code, target) : undefined
    }
    default:
      return undefined
  }
}

const equal = (code: string, value: number | undefined): Condition | undefined =>
  value === undefined ? undefined : { tf: { [code]: value } }

function dayCondition(text: string, field: Field, language: Language): Condition | undefined {
  const day = field.data.view === 'time' ? undefined : (parseDay(text) ?? parseWrittenDay(text, language))
  return day === undefined ? undefined : toCondition({ kind: 'between', field: field.code, min: day, max: day }, field)
}

function choiceCondition(text: string, { code, data }: Field): Condition | undefined {
  const shows = ({ name }: { name: string }): boolean => name.toLowerCase().includes(text.toLowerCase())
  const values = data.statuses
    ? (data.statuses as readonly Status[]).filter(shows).map(({ id }) => id)
    : (data.enumItems ?? []).filter(shows).map((item) => item.code)
  return values.length === 0 ? undefined : { tf: { [code]: values } }
}

/**
 * Returns the condition that a field refers to a row whose name contains the text. The database finds the rows once.
 */
function named(text: string, code: string, application: string): Condition {
  const quoted = text.replaceAll("'", "''")
  return { eql: { query: `[${code}] in (select [__id] from [${application}] where [__name] like '${quoted}')` } }
}

import { sql } from '../../../foundation/db/sql.ts'
import { codeCollector } from '../../../foundation/kit/codes.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import type { Refuse } from '../../../solutions/index.ts'
import { checkField, type Field, searchedText } from '../../../values/index.ts'

/**
 * The maximum length of indexed text in characters. An entry of a btree index holds at most 2,704 bytes, enough for
 * this many characters of any script.
 */
const maxIndexedLength = 500

export interface ReadFields {
  /** The entries as they are in the file. */
  readonly entries: readonly JsonObject[]
  readonly fields: ReadonlyMap<string, Field>
}

/** Reads the fields of an application file and reports the problems of each at its place. */
export function readFields(entries: readonly unknown[], refuse: Refuse): ReadFields {
  const fields = new Map<string, Field>()
  const repetition = codeCollector()
  entries.forEach((entry, index) => {
    const { field, problems } = checkField(entry)
    for (const { path, message } of problems) refuse(['fields', index, ...path], message)
    if (field === undefined) return
    const repeated = repetition(field.code)
    if (repeated !== undefined) refuse(['fields', index, 'code'], repeated)
    refuseRepeatedColumns(field, (at, message) => refuse(['fields', index, 'columns', at, 'code'], message))
    if (field.indexed && isUnlimitedText(field)) {
      const hint = field.type.word === 'string' ? `; give it a maxLength of ${maxIndexedLength} or less` : ''
      refuse(['fields', index, 'indexed'], `text without a limit cannot be indexed${hint}`)
    }
    refuseSearch(field, (at, sentence) => refuse(['fields', index, ...at, 'search'], sentence))
    fields.set(field.code, field)
  })
  return { entries: entries as JsonObject[], fields }
}

/**
 * Reports columns whose codes differ only in case. Only files are checked, because definitions from an earlier
 * release must stay readable.
 */
function refuseRepeatedColumns({ columns = new Map() }: Field, refuse: (at: number, message: string) => void): void {
  const repetition = codeCollector()
  for (const [at, code] of [...columns.keys()].entries()) {
    const repeated = repetition(code)
    if (repeated !== undefined) refuse(at, repeated)
  }
}

/**
 * Reports `search: true` on fields that cannot be searched. Only files are checked; in definitions deployed before this
 * rule, such a `search: true` stays and has no effect.
 */
function refuseSearch(field: Field, refuse: (at: readonly (string | number)[], sentence: string) => void): void {
  if (field.searchable && searchedText(field, sql`v`) === undefined) {
    refuse([], `a ${field.type.word} cannot be searched; only text, links, names, phones, e-mails and accounts can`)
  }
  const columns = [...(field.columns?.values() ?? [])]
  columns.forEach((column, index) => {
    if (column.searchable) refuse(['columns', index], 'a column of a table cannot be searched')
  })
}

function isUnlimitedText(field: Field): boolean {
  const comparable = field.type.comparable?.(field)
  if (comparable === undefined || comparable.many || comparable.kind !== 'text') return false
  const { maxLength } = field.settings
  return typeof maxLength !== 'number' || maxLength > maxIndexedLength
}

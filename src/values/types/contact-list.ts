import { Type } from 'typebox'
import { literal, sql } from '../../foundation/db/sql.ts'
import { isObject, type JsonObject } from '../../foundation/kit/json.ts'
import { namedCell } from '../cells.ts'
import { shown, wrongValue } from '../errors.ts'
import type { Field, FieldType } from '../field-type.ts'
import { asArray, cellEntries, comparedText, distinct, listOf, refuseTooMany } from './entries.ts'
import { readLike } from './text.ts'

const maxLength = 500

interface ContactType {
  readonly code: string
  readonly word: string
  /** The key of the text in an entry, such as `tel`. */
  readonly key: string
  /**
   * Returns the further members of a stored entry, besides `type` and the text. `entry` is the entry as the client
   * wrote it.
   */
  readonly more: (text: string, entry: Record<string, unknown>) => JsonObject
  readonly wireOfMore: Parameters<typeof Type.Object>[0]
}

/**
 * Builds the field type of a contact list: phones, e-mail addresses or accounts. Each stored entry has a text and a
 * word for its kind (`work`). Clients may write a list of entries, one entry, or plain texts. Entries without text are
 * dropped, because clients send them for "none".
 */
function contactListType({ code, word, key, more, wireOfMore }: ContactType): FieldType {
  const inCell = literal(key)
  const texts = literal(`lax $[*].${key}`)
  return {
    code,
    word,
    several: 'always',
    column: { type: 'jsonb', value: (json) => sql`nullif(${json}, 'null'::jsonb)` },
    settings: Type.Object({}),
    wire: () => Type.Array(Type.Object({ type: Type.String(), [key]: Type.String(), ...wireOfMore })),
    read(value, field) {
      const entries = listOf(value).map((entry) => (typeof entry === 'string' ? { [key]: entry } : entry))
      refuseTooMany(entries, field)
      const kept = entries.flatMap((entry): JsonObject[] => {
        if (!isObject(entry)) throw wrongValue(field, `must be a list of {type, ${key}}, not ${shown(entry)}`)
        const text = readPart(entry, key, field).trim()
        return text === '' ? [] : [{ type: readPart(entry, 'type', field), [key]: text, ...more(text, entry) }]
      })
      return distinct(kept, (entry) => JSON.stringify(entry))
    },
    cell: (text) => cellEntries(text),
    comparable: () => ({
      kind: 'text',
      many: true,
      entry: (entry) => sql`(${entry} ->> ${inCell})`,
      holding: (text) => ({ [key]: text }),
      sort: (json) => sql`(${asArray(json)} -> 0 ->> ${inCell})`,
      text: (json) => sql`(jsonb_path_query_array(${json}, ${texts}) #>> '{}')`,
      isLong: true,
    }),
    criterion: readLike,
    inName: comparedText,
    exported: namedCell,
    inDocuments: {
      type: () => 'string',
      value: (entry) => (isObject(entry) ? String(entry[key] ?? '') : entry),
    },
    asInputs: undefined,
    asVariables: undefined,
    inExpressions: undefined,
    asReportColumn: undefined,
    asReportParameter: undefined,
  }
}

/** Returns a text part of an entry; an absent part and null give the empty text. */
function readPart(entry: Record<string, unknown>, key: string, field: Field): string {
  const text = entry[key] ?? ''
  if (typeof text !== 'string') throw wrongValue(field, `${key} must be a string, not ${shown(text)}`)
  if (text.length > maxLength) throw wrongValue(field, `${key} must have at most ${maxLength} characters`)
  return text
}

/** Phone numbers: `[{type, tel, ext, isValid}]`. A malformed number is stored with `isValid: false`. */
export const phoneType = contactListType({
  code: 'PHONE',
  word: 'phone',
  key: 'tel',
  more: (tel, { ext }) => ({
    ext: typeof ext === 'string' && ext !== '' ? ext.slice(0, 50).toWellFormed() : null,
    isValid: isPhone(tel),
  }),
  wireOfMore: { ext: Type.Union([Type.String(), Type.Null()]), isValid: Type.Boolean() },
})

/** Returns whether a text looks like a phone number. A local number has seven digits; E.164 allows at most fifteen. */
function isPhone(tel: string): boolean {
  const digits = tel.replace(/[ ().\-\u00a0]/g, '')
  return /^\+?\d{7,15}$/.test(digits)
}

/** E-mail addresses: `[{type, email, isValid}]`. A malformed address is stored with `isValid: false`. */
export const emailType = contactListType({
  code: 'EMAIL',
  word: 'email',
  key: 'email',
  more: (email) => ({ isValid: /^[^\s@]+@[^\s@]+$/.test(email) }),
  wireOfMore: { isValid: Type.Boolean() },
})

/** Accounts in messengers and social networks: `[{login, type}]`, where `type` is a word such as `telegram`. */
export const accountType = contactListType({
  code: 'ACCOUNT',
  word: 'account',
  key: 'login',
  more: () => ({}),
  wireOfMore: {},
})

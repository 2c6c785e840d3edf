import type { Reader } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Source } from '../../../query/index.ts'
import type { Field } from '../../../values/index.ts'
import type { Application } from '../../applications/application.ts'
import { builtInApplication } from '../../applications/built-in.ts'
import type { OpenedApplication } from '../../elements/source/opened-application.ts'
import { unknownReference } from '../../errors.ts'
import { type Found, foundByKey, foundByText, foundIds, type TextAsKey } from './references.store.ts'

const usersAddress = { namespace: '_system_catalogs', code: '_users' }
/** The maximum number of texts whose ids are cached between batches. */
const maxRemembered = 10_000

/**
 * Opens the application to which a reference leads. Returns undefined when the application does not exist or is not
 * visible to the caller.
 */
export type OpenTarget = (namespace: string, code: string) => OpenedApplication | undefined

export interface References {
  /** Looks up all texts of a batch in a few statements and caches their ids for `idOf`. */
  learn(
    opened: OpenedApplication,
    openTarget: OpenTarget,
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<void>
  /** Returns the id that a text in a cell stands for. Throws `element.unknown_reference`. */
  idOf(field: Field, text: string): string
}

/**
 * Creates a lookup of references in cells. An element is looked up by id, external id, unique key and name, a user by
 * email, login, id and full name, in this order.
 */
export function createReferences(reader: Reader): References {
  const remembered = new Map<string, Found>()
  const keyOf = (target: Target, text: string): string => `${target.namespace}.${target.code} ${text}`

  async function learnTarget(
    target: Target,
    openTarget: OpenTarget,
    find: OpenedApplication['find'],
    texts: Set<string>,
  ) {
    const rest = new Set([...texts].filter((text) => !remembered.has(keyOf(target, text))))
    const lookUps = target.isUser ? userLookUps(find) : elementLookUps(openTarget(target.namespace, target.code))
    for (const lookUp of lookUps) {
      if (rest.size === 0) return
      for (const found of await lookUp(reader, [...rest])) {
        remembered.set(keyOf(target, found.text), found)
        rest.delete(found.text)
      }
    }
  }

  return {
    async learn({ application, find }, openTarget, rows) {
      if (remembered.size > maxRemembered) remembered.clear()
      for (const { target, texts } of textsOf(application, rows)) await learnTarget(target, openTarget, find, texts)
    },
    idOf(field, text) {
      const target = targetOf(field)!
      const found = remembered.get(keyOf(target, text.trim()))
      const what = target.isUser ? 'user' : `element of ${target.namespace}.${target.code}`
      const details = { field: field.code }
      const shown = text.slice(0, 100)
      if (found === undefined) throw unknownReference(`"${field.code}": no ${what} matches "${shown}"`, details)
      if (found.count === 1) return found.id
      const sentence = `"${field.code}": "${shown}" matches ${found.count} entries; give the id of the ${what}`
      throw unknownReference(sentence, details)
    },
  }
}

interface Target {
  readonly namespace: string
  readonly code: string
  readonly isUser: boolean
}

/**
 * Returns the application or catalog to which the texts of a field refer; undefined when the field's texts are not
 * looked up.
 */
export function targetOf(field: Field): Target | undefined {
  const reference = field.type.refersTo?.(field)
  if (reference?.to === 'user') return { ...usersAddress, isUser: true }
  if (reference?.to !== 'element') return undefined
  // The built-in applications list the users, so texts that refer to them are looked up as users.
  if (builtInApplication(reference)) return { ...usersAddress, isUser: true }
  return { namespace: reference.namespace, code: reference.code, isUser: false }
}

function textsOf(application: Application, rows: readonly Readonly<Record<string, unknown>>[]) {
  const byTarget = new Map<string, { target: Target; texts: Set<string> }>()
  for (const field of application.fields.values()) {
    const target = targetOf(field)
    if (target === undefined) continue
    const key = `${target.namespace}.${target.code}`
    const entry = byTarget.get(key) ?? { target, texts: new Set() }
    byTarget.set(key, entry)
    for (const row of rows) for (const text of textsIn(row[field.code])) entry.texts.add(text)
  }
  return byTarget.values()
}

/** Returns the trimmed texts in a reference cell: a list, or a single text in JSONL. */
export function textsIn(value: unknown): string[] {
  const entries = Array.isArray(value) ? value : [value]
  return entries.flatMap((entry) => (typeof entry === 'string' && entry.trim() !== '' ? [entry.trim()] : []))
}

type LookUp = (reader: Reader, texts: readonly string[]) => Promise<Found[]>

function elementLookUps(opened: OpenedApplication | undefined): LookUp[] {
  if (opened === undefined) return []
  const { source, visible: application } = opened
  return [
    byId(source),
    (reader, texts) =>
      foundByKey(
        reader,
        source,
        application.id,
        textsAs(texts, '__externalId', (text) => text),
      ),
    ...application.uniqueKeys.flatMap((codes): LookUp[] => {
      const field = codes.length === 1 ? application.fields.get(codes[0]!) : undefined
      if (field === undefined) return []
      return [(reader, texts) => foundByKey(reader, source, application.id, textsAs(texts, field.code, as(field)))]
    }),
    byColumn(source, '__name'),
  ]
}

function userLookUps(find: OpenedApplication['find']): LookUp[] {
  const source = find(usersAddress.namespace, usersAddress.code)
  if (source === undefined) return []
  const lower = (side: Sql): Sql => sql`lower(${side})`
  return [byColumn(source, 'email', lower), byColumn(source, 'login', lower), byId(source), byColumn(source, '__name')]
}

function byId(source: Source): LookUp {
  return async (reader, texts) => {
    const ids = texts.filter(isUuid)
    if (ids.length === 0) return []
    const known = new Set((await foundIds(reader, source, ids)).map(({ id }) => id))
    return ids.flatMap((text) => {
      const id = text.toLowerCase()
      return known.has(id) ? [{ text, id, count: 1 }] : []
    })
  }
}

function byColumn(source: Source, code: string, compared: (side: Sql) => Sql = (side) => side): LookUp {
  const column = source.fields.get(code)?.column?.value
  return async (reader, texts) => (column ? foundByText(reader, source, { column, compared }, texts) : [])
}

function textsAs(texts: readonly string[], key: string, asValue: (text: string) => unknown): TextAsKey[] {
  return texts.flatMap((text) => {
    const value = asValue(text)
    return value === undefined ? [] : [{ text, key, value }]
  })
}

/** Returns a function that converts a text into a value of the field; undefined for an invalid text. */
function as(field: Field): (text: string) => unknown {
  return (text) => {
    try {
      return field.type.read(field.type.cell(text, field), field)
    } catch (error) {
      if (error instanceof PlatformError) return undefined
      throw error
    }
  }
}

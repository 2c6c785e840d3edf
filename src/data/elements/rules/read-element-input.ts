import type { Authority } from '../../../access/index.ts'
import type { PlatformError } from '../../../foundation/kit/errors.ts'
import { collectFieldRefusals, type FieldRefusals } from '../../../foundation/kit/field-refusals.ts'
import { isUuid, nilId } from '../../../foundation/kit/ids.ts'
import { type Field, isEmpty, readFields, systemField } from '../../../values/index.ts'
import type { Application } from '../../applications/application.ts'
import { requiredField, wrongSystemField } from '../../errors.ts'

/** The validated input of a write, in the form in which it is stored. */
export interface ElementInput {
  readonly body: Readonly<Record<string, unknown>>
  readonly name?: string | null
  readonly directory?: string | null
  readonly externalId?: string | null
  readonly subscribers?: readonly string[]
  readonly createdBy?: string
  readonly deletedAt?: Date | null
}

/**
 * Validates the `context` of a request. Of the keys that begin with `__`, the six writable system fields are used and
 * the others ignored, because clients send all system fields back as they read them. Every other key must be a field of
 * the application. Throws the first refusal, with all wrong fields in `problems`. When `refusals` is given, adds the
 * wrong fields to `refusals` instead and leaves them out of the result.
 */
export function readElementInput(
  application: Application,
  context: Readonly<Record<string, unknown>>,
  refusals?: FieldRefusals,
): ElementInput {
  const collected = refusals ?? collectFieldRefusals()
  const own: Record<string, unknown> = {}
  const system: Record<string, unknown> = {}
  for (const key of Object.keys(context)) {
    if (Object.hasOwn(readers, key))
      Object.assign(
        system,
        collected.check(() => readers[key]!(context[key])),
      )
    else if (!key.startsWith('__')) own[key] = context[key]
    else if (key === '__proto__') own[key] = context[key]
  }
  const body = readFields(own, application.fields, collected)
  if (refusals === undefined) collected.throwFirst()
  return { ...system, body }
}

/** Throws the first refusal that `missingFields` returns. */
export function requireFields(...given: Parameters<typeof missingFields>): void {
  const [missing] = missingFields(...given)
  if (missing !== undefined) throw missing
}

/**
 * Returns a refusal for each required field that is missing. A create needs every required field that the caller may
 * write; an update may not empty one. In an update, a field that the caller may read in some elements only is checked
 * by the writing statement instead (see `emptiedFields`).
 */
export function missingFields(
  application: Application,
  body: Readonly<Record<string, unknown>>,
  authority: Pick<Authority, 'field'>,
  creating: boolean,
): PlatformError[] {
  const isMissing = (field: Field): boolean => {
    if (!field.required || (!creating && !Object.hasOwn(body, field.code))) return false
    if (authority.field(field.code, 'write') === false) return false
    if (!creating && typeof authority.field(field.code, 'read') === 'function') return false
    return isEmpty(body[field.code])
  }
  return [...application.fields.values()].filter(isMissing).map(valueMissing)
}

/** Returns the required fields that `body` empties, and that the caller may write, but read in some elements only. */
export function emptiedFields(
  application: Application,
  body: Readonly<Record<string, unknown>>,
  authority: Pick<Authority, 'field'>,
): string[] {
  return Object.entries(body).flatMap(([code, value]) => {
    const isMasked = typeof authority.field(code, 'read') === 'function' && authority.field(code, 'write') !== false
    return isMasked && application.fields.get(code)?.required === true && isEmpty(value) ? [code] : []
  })
}

/**
 * Returns the required fields that a change of other fields leaves as they are, and that the caller may fill at least in
 * some elements.
 */
export function standingFields(
  application: Application,
  body: Readonly<Record<string, unknown>>,
  authority: Pick<Authority, 'field'>,
): string[] {
  if (Object.keys(body).length === 0) return []
  return [...application.fields.values()]
    .filter(({ code, required }) => required && !Object.hasOwn(body, code) && authority.field(code, 'write') !== false)
    .map(({ code }) => code)
}

export function valueMissing({ code, name }: Pick<Field, 'code' | 'name'>): PlatformError {
  return requiredField(`"${code}" (${name}) is required`, { field: code })
}

/**
 * Throws for the first field of `standingFields` that an element lacks. A field that the caller may write in some
 * elements only may be empty.
 */
export function requireStanding(
  application: Application,
  { present, changed }: Record<'present' | 'changed', Readonly<Record<string, unknown>>>,
  authority: Pick<Authority, 'field'>,
): void {
  const lacking = standingFields(application, changed, authority).find(
    (code) => authority.field(code, 'write') === true && isEmpty(present[code]),
  )
  if (lacking !== undefined) throw valueStillMissing(application.fields.get(lacking)!)
}

/** Creates the error for a required field that an element lacks and that a change of other fields does not name. */
export function valueStillMissing({ code, name }: Pick<Field, 'code' | 'name'>): PlatformError {
  return requiredField(`"${code}" (${name}) is required, and the element has no value for it: give it one, too`, {
    field: code,
  })
}

/** Returns the complete body of a new element: the given values, defaults, and null for all other fields. */
export function completeBody(
  application: Application,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const complete: Record<string, unknown> = {}
  for (const field of application.fields.values()) {
    complete[field.code] = Object.hasOwn(body, field.code) ? body[field.code] : field.defaultValue
  }
  return complete
}

/** The maximum number of subscribers; equal to the maximum number of values of a field. */
const maxSubscribers = 10_000

const deletedAt = systemField('__deletedAt', 'DATETIME')

const readers: Record<string, (value: unknown) => Partial<ElementInput>> = {
  __name: (value) => (value === undefined ? {} : { name: readText(value, '__name', 2000) }),
  __externalId: (value) => ({ externalId: readText(value, '__externalId', 255) || null }),
  __directory: (value) => ({ directory: value === '' ? null : readId(value, '__directory') }),
  __createdBy: (value) => (isUuid(value) && value !== nilId ? { createdBy: value.toLowerCase() } : {}),
  __subscribers: (value) => {
    if (value === null || value === undefined) return {}
    if (!Array.isArray(value)) throw wrong('__subscribers', 'a list of user ids')
    if (value.length > maxSubscribers) throw wrong('__subscribers', `a list of at most ${maxSubscribers} user ids`)
    const ids = value.map((entry) => readId(entry, '__subscribers'))
    if (ids.includes(null)) throw wrong('__subscribers', 'a list of user ids')
    return { subscribers: ids as string[] }
  },
  __deletedAt: (value) => {
    if (value === null) return { deletedAt: null }
    if (value === '' || value === undefined) return {}
    // Some typed clients send their zero date, in year 1, for "not set".
    const instant = deletedAt.type.read(value, deletedAt)
    if (typeof instant !== 'string' || instant.startsWith('0001-')) return {}
    return { deletedAt: new Date(Math.trunc(Date.parse(instant) / 1000) * 1000) }
  },
}

function readText(value: unknown, code: string, maxChars: number): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') throw wrong(code, 'a text')
  if (value.length > maxChars) throw wrong(code, `a text of at most ${maxChars} characters`)
  if (value.includes('\u0000') || !value.isWellFormed())
    throw wrong(code, 'a text without null characters and unpaired surrogates')
  return value
}

function readId(value: unknown, code: string): string | null {
  if (value === null || value === undefined) return null
  if (!isUuid(value)) throw wrong(code, 'an id')
  return value.toLowerCase()
}

function wrong(code: string, what: string): Error {
  return wrongSystemField(`"${code}" must be ${what}`, { field: code })
}

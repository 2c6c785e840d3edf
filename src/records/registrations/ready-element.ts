import { isVisibleTo, readSubjects } from '../../access/index.ts'
import { type Apps, elementChanged, type JointWrite, mayFollow } from '../../data/index.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import { type Caller, Persons } from '../../people/index.ts'
import { isEmpty } from '../../values/index.ts'
import { registrationIncomplete, registrationNotAllowed, registrationOff } from '../errors.ts'
import type { Card, ElementPath } from './registration.ts'
import type { RegistrationUnit } from './registration-unit.ts'
import { newestVersion } from './registrations.store.ts'

type Application = NonNullable<ReturnType<Apps['catalog']['application']>>

/** An element that can be registered at this revision. */
export interface ReadyElement {
  readonly app: string
  readonly id: string
  readonly rev: string
  readonly values: JsonObject
  readonly author: string
  readonly file: { readonly id: string; readonly version: number; readonly sha256: string } | undefined
}

/** Returns the caller with all rights to elements, and without the idempotency key, which the registration keeps. */
export function forElements(caller: Caller): Caller {
  const { once: _once, ...rest } = caller
  return { ...rest, administrator: true, persons: Persons.none }
}

/**
 * Who can register elements of an application. `none`: the application has no section `registration`. `off`: the
 * section switches registration off. `others`: other users or processes, but not the caller. `caller`: the caller,
 * possibly among others.
 */
export type Registrability = 'none' | 'off' | 'others' | 'caller'

/** Returns whether the elements of an application can be registered, and whether the caller can register them. */
export function registrabilityOf(application: Application | undefined, caller: Caller): Registrability {
  const section = application?.registration
  if (section === undefined) return 'none'
  if (section.enabled === false) return 'off'
  const { by = 'everyone' } = section
  if (by === 'everyone' || caller.administrator) return 'caller'
  if (by === 'process') return 'others'
  const visibleTo = [readSubjects(by)]
  return caller.persons.in(application!.id).some((person) => isVisibleTo({ visibleTo }, person)) ? 'caller' : 'others'
}

/**
 * Returns the application of an element. Throws when its elements are not registered, or when the caller may not
 * register them. A process may register elements of every such application.
 */
export function registeredApplication(
  { catalog }: Pick<Apps, 'catalog'>,
  caller: Caller,
  { namespace, code }: ElementPath,
  isProcess: boolean,
): Application {
  const application = catalog.application(namespace, code)
  const registrability = registrabilityOf(application, caller)
  if (application === undefined || registrability === 'none' || registrability === 'off')
    throw registrationOff(`elements of ${namespace}.${code} are not registered in cases`)
  if (isProcess || registrability === 'caller') return application
  const by = application.registration?.by
  const others = Array.isArray(by) ? by.join(', ') : 'processes'
  throw registrationNotAllowed(`elements of ${namespace}.${code} are registered by ${others} only`)
}

/** An element that is registered, its application, and who registers it. */
export interface ElementInput {
  readonly caller: Caller
  readonly application: Application
  readonly element: ElementPath
}

/**
 * Reads an element and checks that it is not deleted and has its required fields. If the application names a field
 * for the file, the field must hold a file, unless `card` says where the paper original is.
 */
export async function readyElement(
  { tx, read }: Pick<RegistrationUnit, 'tx' | 'read'>,
  { caller, application, element, card }: ElementInput & { readonly card: Card | undefined },
): Promise<ReadyElement> {
  const { required = [], file } = application.registration ?? {}
  const { item, rev } = await read(forElements(caller), element)
  const values = JSON.parse(item.text) as JsonObject
  if (values.__deletedAt !== null) throw registrationOff('the element was deleted; restore it first')
  const missing = required.filter((code) => isEmpty(values[code]))
  const files = file === undefined ? [] : ((values[file] as string[] | null) ?? [])
  const needsFile = file !== undefined && files.length === 0 && card?.paperAt === undefined
  const fields = needsFile ? [...missing, file] : missing
  if (fields.length > 0) {
    const names = fields.map((code) => `"${application.fields.get(code)?.name ?? code}"`).join(', ')
    const hint = needsFile ? '; for a document on paper, say where the paper is kept' : ''
    throw registrationIncomplete(`the element cannot be registered: fill in ${names}${hint}`, {
      field: fields[0]!,
      fields,
    })
  }
  const version = files.length === 0 ? undefined : await newestVersion(tx, files[0]!)
  return {
    app: application.id,
    id: element.id.toLowerCase(),
    rev: rev!,
    values,
    author: String(values.__createdBy),
    file: version,
  }
}

/**
 * Writes the revision of an element that belongs to its registration, and in the same statement `joint`. The element
 * gets the status of registered elements unless that status may not follow the present one: a document on which
 * people have worked is not thrown back when it gets another number. Returns the answer of `joint`; undefined when
 * the element has changed since it was read.
 */
export async function reviseElement(
  elements: RegistrationUnit['elements'],
  { caller, application, element }: ElementInput,
  { rev, values }: Pick<ReadyElement, 'rev' | 'values'>,
  joint?: JointWrite,
): Promise<string | undefined> {
  const all = forElements(caller)
  const { status } = application.registration ?? {}
  const moves = status !== undefined && mayFollow(application, values.__statusCode, status)
  const write = moves
    ? elements.setStatus(all, element, status, { rev, joint, registers: true })
    : elements.update(all, element, {}, { rev, joint })
  const written = await write.catch((error) => {
    if (error instanceof PlatformError && error.kind === elementChanged) return undefined
    throw error
  })
  return written?.answer
}

/**
 * Writes the number of an element into the field that the application names for it, in the transaction that gave or
 * changed the number. Does nothing when the application names none.
 */
export async function writeNumberField(
  elements: Pick<RegistrationUnit['elements'], 'update'>,
  { caller, application, element }: ElementInput,
  number: string,
): Promise<void> {
  const code = application.registration?.number
  if (code === undefined) return
  await elements.update(forElements(caller), element, { [code]: number }, { registers: true, mayLackRequired: true })
}

import { isUniqueViolation } from '../../db/failures.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kit/clock.ts'
import { isUuid, newId } from '../../kit/ids.ts'
import { JsonText } from '../../kit/json.ts'
import type { Caller } from '../../people/index.ts'
import type { Application } from '../definitions/application.ts'
import { duplicateKey, elementChanged, elementNotFound, statusNotAllowed } from '../errors.ts'
import { type ChangeGuards, type ChangeOutcome, changeElement, type ElementChange } from './change-element.store.ts'
import { checkReferences } from './check-references.ts'
import type { ApplicationAddress, ElementAddress, OpenApplication, Opened } from './element-address.ts'
import { type Author, elementById, insertElements, missingFrom, type NewElement } from './elements.store.ts'
import { bodyOf, holderOfKey } from './key-holder.store.ts'
import type { Numbering } from './numbering.ts'
import { completeBody, type ElementInput, readElementInput, requireFields } from './read-element-input.ts'
import { initialStatus, mayPrecede, statusByCode } from './statuses.ts'

export interface WrittenElement {
  readonly item: JsonText
  readonly rev: string
}

export interface WriteElements {
  create(caller: Caller, address: ApplicationAddress, context: Context, statusGroupId?: string): Promise<WrittenElement>
  update(caller: Caller, address: ElementAddress, context: Context, guards?: ChangeGuards): Promise<WrittenElement>
  setStatus(caller: Caller, address: ElementAddress, code: string, guards?: ChangeGuards): Promise<WrittenElement>
}

type Context = Readonly<Record<string, unknown>>

/** Create, update and set-status: check everything first, then write in one statement. */
export function createWriteElements(deps: {
  database: Database
  clock: Clock
  numbering: Numbering
  open: OpenApplication
}): WriteElements {
  const { database, clock, numbering, open } = deps
  const author = (caller: Caller): Author => ({ by: caller.userId, at: wholeSeconds(clock.nowMs()) })

  async function create(caller: Caller, address: ApplicationAddress, context: Context, statusGroupId?: string) {
    const opened = open(caller, address)
    const { application, source } = opened
    const input = readElementInput(application, context)
    const body = completeBody(application, input.body)
    requireFields(application, body, true)
    await checkReferences(database.single, application, body, opened.find)
    const createdBy = await writableCreator(caller, input, opened)
    const element: NewElement = {
      ...newElement(application, input, body, initialStatus(application, statusGroupId)),
      id: newId(clock.nowMs()),
      index: await numbering.take(application.id, 1),
      createdBy: createdBy ?? caller.userId,
    }
    const write = () => insertElements(database.single, source, application, [element], author(caller))
    const [row] = await naming(write, application, body, input.externalId ?? null)
    return { item: new JsonText(row!.text), rev: '1' }
  }

  async function update(caller: Caller, address: ElementAddress, context: Context, guards: ChangeGuards = {}) {
    const opened = open(caller, address)
    const { application } = opened
    const input = readElementInput(application, context)
    requireFields(application, input.body, false)
    await checkReferences(database.single, application, input.body, opened.find)
    const createdBy = await writableCreator(caller, input, opened)
    const { createdBy: _asked, body, ...columns } = input
    const change: ElementChange = {
      ...columns,
      ...(Object.keys(body).length === 0 ? {} : { body }),
      ...(createdBy === undefined ? {} : { createdBy }),
    }
    const write = () => changeExisting(caller, opened, address, change, guards)
    const outcome = await naming(write, application, body, input.externalId ?? null, address.id)
    if (outcome.text === null) throw changedMeanwhile(outcome)
    return { item: new JsonText(outcome.text), rev: outcome.rev }
  }

  async function setStatus(caller: Caller, address: ElementAddress, code: string, guards: ChangeGuards = {}) {
    const opened = open(caller, address)
    const { application } = opened
    const target = statusByCode(application, code)
    const fromStatuses = application.statuses.filter(mayPrecede(target)).map(({ id }) => id)
    const withGraph = { ...guards, fromStatuses: [...fromStatuses, null] }
    const outcome = await changeExisting(caller, opened, address, { status: target.id }, withGraph)
    if (outcome.text !== null) return { item: new JsonText(outcome.text), rev: outcome.rev }
    if (guards.rev !== undefined && guards.rev !== outcome.rev) throw changedMeanwhile(outcome)
    const present = application.statuses.find(({ id }) => id === outcome.old_status)
    if (present?.id === target.id) return unchanged(opened, address, outcome)
    throw statusNotAllowed(`status "${target.code}" can't follow "${present?.code}"`, { field: 'status' })
  }

  async function changeExisting(caller: Caller, opened: Opened, address: ElementAddress, change: ElementChange, guards: ChangeGuards): Promise<ChangeOutcome> {
    if (!isUuid(address.id)) throw elementMissing(address)
    const { source, application } = opened
    const outcome = await changeElement(database.single, source, application, address.id, change, guards, author(caller))
    if (outcome === undefined) throw elementMissing(address)
    return outcome
  }

  /** The status is there already: nothing is written, the element is answered as it is. */
  async function unchanged(opened: Opened, address: ElementAddress, outcome: ChangeOutcome): Promise<WrittenElement> {
    const found = await elementById(database.single, opened.source, address.id)
    if (found === undefined) throw elementMissing(address)
    return { item: new JsonText(found.text), rev: outcome.rev }
  }

  /** Only an administrator may write in another's name; for others the field is one of those that are ignored. */
  async function writableCreator(caller: Caller, input: ElementInput, { find }: Opened): Promise<string | undefined> {
    if (input.createdBy === undefined || !caller.administrator) return undefined
    const users = find('_system_catalogs', '_users')!
    const missing = await missingFrom(database.single, users, [input.createdBy])
    return missing.length === 0 ? input.createdBy : undefined
  }

  /** Runs a write; a clash of unique keys is answered with the field and the holder instead of the database's words. */
  async function naming<T>(write: () => Promise<T>, application: Application, body: Context, externalId: string | null, elementId?: string): Promise<T> {
    try {
      return await write()
    } catch (error) {
      if (!isUniqueViolation(error, 'element_key_pkey')) throw error
      const whole = elementId === undefined ? body : { ...(await bodyOf(database.single, application.id, elementId)), ...body }
      const holder = await holderOfKey(database.single, application, whole, externalId, elementId)
      const fields = holder?.key ?? application.uniqueKeys.flat().join(',')
      const shown = fields.split(',').map((code) => `"${code}"`).join(' and ')
      throw duplicateKey(`another element has the same value in ${shown}`, { field: fields, ...(holder && { holder: holder.id }) })
    }
  }
  return { create, update, setStatus }
}

function newElement(application: Application, input: ElementInput, body: Context, status: { id: number; groupId: string } | undefined) {
  return {
    name: input.name ?? null,
    status: status?.id ?? null,
    statusGroup: status?.groupId ?? null,
    directory: input.directory ?? null,
    externalId: input.externalId ?? null,
    deletedAt: input.deletedAt ?? null,
    subscribers: input.subscribers ?? [],
    body,
  }
}

/** The wire shows whole seconds, so whole seconds are kept: what a client read is what it can filter by. */
function wholeSeconds(ms: number): Date {
  return new Date(Math.trunc(ms / 1000) * 1000)
}

function elementMissing({ namespace, code, id }: ElementAddress): Error {
  return elementNotFound(`element ${id.slice(0, 100)} not found in ${namespace}.${code}`)
}

function changedMeanwhile(outcome: ChangeOutcome): Error {
  return elementChanged(`the element was changed meanwhile: it is at revision ${outcome.rev}`, { rev: outcome.rev })
}

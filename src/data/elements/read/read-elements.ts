import type { Right } from '../../../access/index.ts'
import type { Database, Reader } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import type { Caller } from '../../../people/index.ts'
import { type Lists, type Page, planList, readListRequest, type Source } from '../../../query/index.ts'
import { applicationPath } from '../../applications/application.ts'
import { builtInApplication } from '../../applications/built-in.ts'
import type { ListUsage } from '../../applications/field-tables/list-usage.ts'
import { applicationCapabilities, type Capabilities, elementCapabilities } from '../capabilities/capabilities.ts'
import { rightMissing } from '../rights/refusals.ts'
import {
  type ApplicationAddress,
  type ElementAddress,
  elementMissing,
  type OpenApplication,
  type OpenedApplication,
} from '../source/opened-application.ts'
import { elementById, elementWithRight, idsInSource, rowById } from './elements.store.ts'
import { type Revision, revisionsOf } from './history.store.ts'
import { statusConditions } from './status-conditions.ts'
import { Totals } from './totals.ts'

/** The properties of an element that are needed by records about the element, such as comments. */
export interface RequiredElement {
  /** The id of the application. */
  readonly app: string
  readonly name: string | null
  readonly isDeleted: boolean
}

/** An element as read. */
export interface ReadElement {
  readonly item: JsonText
  /** The revision; undefined for sources without revisions. */
  readonly rev?: string
}

export interface ReadDeps {
  readonly database: Database
  readonly clock: Clock
  readonly open: OpenApplication
  readonly openToRead: OpenApplication
  readonly lists: Lists
  readonly listUsage: ListUsage
}

/** Reads elements of all applications and of the built-in applications. Callers see only what their rights allow. */
export class ReadElements {
  readonly #deps: ReadDeps
  readonly #totals: Totals

  constructor(deps: ReadDeps) {
    this.#deps = deps
    this.#totals = new Totals(deps.database, deps.lists)
  }

  async get(caller: Caller, address: ElementAddress): Promise<ReadElement> {
    const { database, openToRead } = this.#deps
    return readElement(database.single, openToRead(caller, address), address)
  }

  /** Returns the ids of those elements that the caller can see. */
  async seen(caller: Caller, addresses: readonly ElementAddress[]): Promise<ReadonlySet<string>> {
    const { database, openToRead } = this.#deps
    const all = new Set<string>()
    for (const alike of Map.groupBy(addresses, applicationPath).values()) {
      const source = sourceFor(openToRead, caller, alike[0]!)
      const ids = alike.map(({ id }) => id)
      if (source !== undefined) for (const id of await idsInSource(database.reader, source, ids)) all.add(id)
    }
    return all
  }

  async list(caller: Caller, address: ApplicationAddress, input: unknown): Promise<Page> {
    const { clock, lists, listUsage, openToRead } = this.#deps
    const { application, source, find } = openToRead(caller, address)
    const request = readListRequest(input)
    const extra = statusConditions(application, request)
    const setting = { find, callerId: caller.userId, nowMs: clock.nowMs() }
    // Stored counts exist for elements only, not for built-in applications.
    if (builtInApplication(address)) return lists.page(request, source, setting, extra)
    const plan = planList(request, source, setting, extra)
    return this.#totals.page(application.id, plan, (ms) => {
      if (plan.shape !== undefined) listUsage.searched(application, plan.shape, ms)
    })
  }

  async history(caller: Caller, address: ElementAddress): Promise<Revision[]> {
    const { application, authority } = this.#deps.open(caller, address)
    await this.get(caller, address)
    const revisions = await historyOf(this.#deps.database.reader, application.id, address.id)
    // Callers other than administrators do not see a field that they may read only in some elements or statuses,
    // because the rights to its past values may have been different. A removed field is left out too, because its
    // read rights are unknown.
    const isShown = (code: string): boolean =>
      caller.administrator ||
      code.startsWith('__') ||
      (application.fields.has(code) && authority.field(code, 'read') === true)
    return revisions.map((revision) => ({
      ...revision,
      changes: Object.fromEntries(Object.entries(revision.changes).filter(([code]) => isShown(code))),
    }))
  }

  /**
   * Returns what the caller may do with an element or, when `address` has no id, with the elements of an application.
   */
  async capabilities(
    caller: Caller,
    { id, ...address }: ApplicationAddress & Partial<ElementAddress>,
  ): Promise<Capabilities> {
    const opened = this.#deps.open(caller, address)
    return id === undefined
      ? applicationCapabilities(opened)
      : elementCapabilities(this.#deps.database.reader, opened, { ...address, id })
  }

  /**
   * Returns an element after checking that the caller has the right, for rooms that keep records about elements. Throws
   * a 404 for an element that the caller cannot see, and a 403 when the caller lacks the right. `reader` may be a
   * transaction.
   */
  async require(reader: Reader, caller: Caller, address: ElementAddress, right: Right): Promise<RequiredElement> {
    const { application, source, authority } = this.#deps.open(caller, address)
    const found = isUuid(address.id)
      ? await elementWithRight(reader, source, address.id, authority.rows(right))
      : undefined
    if (found === undefined) throw elementMissing(address)
    if (!found.isAllowed) throw rightMissing(right, application)
    return { app: application.id, name: found.name, isDeleted: found.isDeleted }
  }
}

/** Returns the source of an application; undefined when the application is hidden from the caller or was removed. */
function sourceFor(openToRead: OpenApplication, caller: Caller, address: ApplicationAddress): Source | undefined {
  try {
    return openToRead(caller, address).source
  } catch (error) {
    if (error instanceof PlatformError && (error.status === 404 || error.status === 403)) return undefined
    throw error
  }
}

type ReadRow = (reader: Reader, source: Source, id: string) => Promise<{ text: string; rev?: string } | undefined>

/**
 * Reads an element of an application that was opened for reading. Throws when the source does not contain the
 * element.
 */
export async function readElement(
  reader: Reader,
  { source }: Pick<OpenedApplication, 'source'>,
  address: ElementAddress,
  read: ReadRow = builtInApplication(address) ? rowById : elementById,
): Promise<ReadElement> {
  const found = isUuid(address.id) ? await read(reader, source, address.id) : undefined
  if (found === undefined) throw elementMissing(address)
  return { ...found, item: new JsonText(found.text) }
}

/**
 * Returns the revisions of an element, oldest first. The initial values are not stored: they are computed from the
 * present values by undoing all later changes.
 */
async function historyOf(reader: Reader, app: string, elementId: string): Promise<Revision[]> {
  const { revisions, body } = await revisionsOf(reader, app, elementId)
  const first = revisions[0]
  if (first === undefined || first.action !== 'create') return revisions
  const initial: Record<string, unknown> = { ...body }
  for (const { changes } of revisions.toReversed()) {
    for (const [field, [before]] of Object.entries(changes)) if (field in initial) initial[field] = before
  }
  const given = Object.entries(initial).filter(([, value]) => value !== null)
  return [
    { ...first, changes: Object.fromEntries(given.map(([field, value]) => [field, [null, value]])) },
    ...revisions.slice(1),
  ]
}

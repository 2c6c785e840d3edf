import type { Right } from '../../access/index.ts'
import type { Database, Reader, Transaction } from '../../foundation/db/database.ts'
import { alone, rehearse, type UnitOfWork, within } from '../../foundation/db/unit-of-work.ts'
import type { Caller } from '../../people/index.ts'
import type { Page } from '../../query/index.ts'
import type { FieldUpload } from '../../values/index.ts'
import type { Action, ActionDeps, WrittenElement } from './actions/action.ts'
import { attachFiles } from './actions/attach-files.ts'
import { type CreateOptions, createElement } from './actions/create-element.ts'
import { deleteElement, restoreElement } from './actions/delete-element.ts'
import { setStatus } from './actions/set-status.ts'
import { takeNumber } from './actions/take-number.ts'
import { type UpdateOptions, updateElement, type WantedRevision, type WriteOptions } from './actions/update-element.ts'
import type { Capabilities } from './capabilities/capabilities.ts'
import { lockedElementById } from './read/elements.store.ts'
import type { Revision } from './read/history.store.ts'
import {
  type ReadDeps,
  type ReadElement,
  ReadElements,
  type RequiredElement,
  readElement,
} from './read/read-elements.ts'
import type { ApplicationAddress, ElementAddress } from './source/opened-application.ts'
import { lockRows } from './write/change-elements.store.ts'

type Context = Readonly<Record<string, unknown>>

/**
 * The actions on the elements of all applications, as parts of a unit of work. Each action checks everything first
 * and then writes in one statement, or in one transaction when it attaches files or there are listeners. A refused
 * action throws and changes nothing.
 */
export class ElementActions {
  readonly #deps: ActionDeps
  readonly #unit: UnitOfWork

  constructor({ clock, numbering, open, files, events }: ActionDeps, unit: UnitOfWork) {
    this.#deps = { clock, numbering, open, files, events }
    this.#unit = unit
  }

  #by(caller: Caller): Action {
    return { ...this.#deps, unit: this.#unit, caller }
  }

  create(
    caller: Caller,
    address: ApplicationAddress,
    context: Context,
    options?: CreateOptions,
  ): Promise<WrittenElement> {
    return createElement(this.#by(caller), address, context, options)
  }

  update(caller: Caller, address: ElementAddress, context: Context, options?: UpdateOptions): Promise<WrittenElement> {
    return updateElement(this.#by(caller), address, context, options)
  }

  setStatus(caller: Caller, address: ElementAddress, code: string, options?: WriteOptions): Promise<WrittenElement> {
    return setStatus(this.#by(caller), address, code, options)
  }

  delete(caller: Caller, address: ElementAddress, options?: WantedRevision): Promise<WrittenElement> {
    return deleteElement(this.#by(caller), address, options)
  }

  restore(caller: Caller, address: ElementAddress, options?: WantedRevision): Promise<WrittenElement> {
    return restoreElement(this.#by(caller), address, options)
  }

  attachFiles(
    caller: Caller,
    address: ElementAddress,
    field: string,
    uploads: readonly (FieldUpload | string)[],
  ): Promise<WrittenElement> {
    return attachFiles(this.#by(caller), address, field, uploads)
  }

  takeNumber(caller: Caller, address: ApplicationAddress): Promise<number> {
    return takeNumber(this.#by(caller), address)
  }
}

export interface ElementsDeps extends ActionDeps, ReadDeps {
  readonly database: Database
}

/** Operations on the elements of all applications. The actions of `Elements` itself run alone. */
export class Elements extends ElementActions {
  readonly #deps: ElementsDeps
  readonly #read: ReadElements

  constructor(deps: ElementsDeps) {
    super(deps, unitAlone(deps))
    this.#deps = deps
    this.#read = new ReadElements(deps)
  }

  /** Returns the actions as parts of a transaction; see `ElementsInTransaction`. */
  in(tx: Transaction): ElementsInTransaction {
    return new ElementsInTransaction(this.#deps, tx)
  }

  /** Runs `work`, rolls back everything that its actions wrote, and returns its result. Throws when `work` throws. */
  rehearse<T>(work: (actions: ElementActions) => Promise<T>): Promise<T> {
    return rehearse(alone(this.#deps.database), (tx) => work(new ElementActions(this.#deps, within(tx))))
  }

  /**
   * Locks elements and returns actions on them as parts of a transaction that fails as a whole when one statement
   * fails. The actions can run at the same time: their statements are sent without waiting for each other.
   */
  async together(tx: Transaction, caller: Caller, locked: readonly ElementAddress[]): Promise<ElementActions> {
    await lockElements(tx, this.#deps, caller, locked)
    return new ElementActions(this.#deps, { ...within(tx), statement: (work) => work(tx) })
  }

  get(caller: Caller, address: ElementAddress): Promise<ReadElement> {
    return this.#read.get(caller, address)
  }

  /** Returns the ids of those elements that the caller can see. */
  seen(caller: Caller, addresses: readonly ElementAddress[]): Promise<ReadonlySet<string>> {
    return this.#read.seen(caller, addresses)
  }

  list(caller: Caller, address: ApplicationAddress, input: unknown): Promise<Page> {
    return this.#read.list(caller, address, input)
  }

  history(caller: Caller, address: ElementAddress): Promise<Revision[]> {
    return this.#read.history(caller, address)
  }

  /** Returns what the caller may do with an element or an application; see `ReadElements.capabilities`. */
  capabilities(caller: Caller, address: ApplicationAddress & Partial<ElementAddress>): Promise<Capabilities> {
    return this.#read.capabilities(caller, address)
  }

  /** Returns an element after checking that the caller has the right; see `ReadElements.require`. */
  require(reader: Reader, caller: Caller, address: ElementAddress, right: Right): Promise<RequiredElement> {
    return this.#read.require(reader, caller, address, right)
  }
}

/**
 * The actions as parts of a transaction: all of them are committed or none, and each sees what the earlier ones
 * wrote. The actions run one after another. The transaction can continue after a refused action.
 */
class ElementsInTransaction extends ElementActions {
  readonly #deps: Pick<ElementsDeps, 'open' | 'openToRead'>
  readonly #tx: Transaction

  constructor(deps: ActionDeps & Pick<ElementsDeps, 'openToRead'>, tx: Transaction) {
    super(deps, within(tx))
    this.#deps = deps
    this.#tx = tx
  }

  async get(caller: Caller, address: ElementAddress): Promise<ReadElement> {
    return readElement(this.#tx, this.#deps.openToRead(caller, address), address)
  }

  /** Returns an element like `get`, and locks it against changes until the transaction ends. */
  async lock(caller: Caller, address: ElementAddress): Promise<ReadElement> {
    return readElement(this.#tx, this.#deps.open(caller, address), address, lockedElementById)
  }
}

/** Locks elements of several applications, always in the same order, so that two transactions cannot deadlock. */
async function lockElements(
  tx: Transaction,
  { open }: Pick<ElementsDeps, 'open'>,
  caller: Caller,
  addresses: readonly ElementAddress[],
): Promise<void> {
  const byApplication = Map.groupBy(addresses, ({ namespace, code }) => `${namespace}.${code}`)
  for (const [, alike] of [...byApplication].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { source } = open(caller, alike[0]!)
    await lockRows(
      tx,
      source,
      alike.map(({ id }) => id),
    )
  }
}

/**
 * Returns the unit of work for actions that run alone. With listeners, an action gets a transaction (see
 * `EventHook.run`).
 */
export function unitAlone({ database, events }: Pick<ElementsDeps, 'database' | 'events'>): UnitOfWork {
  return { ...alone(database), statement: events.run }
}

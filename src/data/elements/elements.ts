import type { Database, Transaction } from '../../foundation/db/database.ts'
import { alone, rehearse, type UnitOfWork, within } from '../../foundation/db/unit-of-work.ts'
import type { Caller } from '../../people/index.ts'
import type { FieldUpload } from '../../values/index.ts'
import type { Action, ActionDeps, WrittenElement } from './actions/action.ts'
import { attachFiles } from './actions/attach-files.ts'
import { type CreateOptions, createElement } from './actions/create-element.ts'
import { deleteElement, restoreElement } from './actions/delete-element.ts'
import { setStatus } from './actions/set-status.ts'
import { takeNumber } from './actions/take-number.ts'
import { type UpdateOptions, updateElement, type WantedRevision, type WriteOptions } from './actions/update-element.ts'
import { lockedElementById } from './read/elements.store.ts'
import {
  createReadElements,
  type ReadDeps,
  type ReadElement,
  type ReadElements,
  readElement,
} from './read/read-elements.ts'
import type { ApplicationAddress, ElementAddress } from './source/opened-application.ts'
import { lockRows } from './write/change-elements.store.ts'

type Context = Readonly<Record<string, unknown>>

/**
 * The actions on the elements of all applications. Each action checks everything first and then writes in one
 * statement, or in one transaction when it attaches files. A refused action throws and changes nothing.
 */
export interface ElementActions {
  create(
    caller: Caller,
    address: ApplicationAddress,
    context: Context,
    options?: CreateOptions,
  ): Promise<WrittenElement>
  update(caller: Caller, address: ElementAddress, context: Context, options?: UpdateOptions): Promise<WrittenElement>
  setStatus(caller: Caller, address: ElementAddress, code: string, options?: WriteOptions): Promise<WrittenElement>
  delete(caller: Caller, address: ElementAddress, options?: WantedRevision): Promise<WrittenElement>
  restore(caller: Caller, address: ElementAddress, options?: WantedRevision): Promise<WrittenElement>
  attachFiles(
    caller: Caller,
    address: ElementAddress,
    field: string,
    uploads: readonly (FieldUpload | string)[],
  ): Promise<WrittenElement>
  takeNumber(caller: Caller, address: ApplicationAddress): Promise<number>
}

/** Operations on the elements of all applications. The actions of `Elements` itself run alone. */
export interface Elements extends ReadElements, ElementActions {
  /**
   * Returns the actions as parts of a transaction: all of them are committed or none, and each sees what the earlier
   * ones wrote. They run one after another. The transaction can continue after a refused action.
   */
  in(tx: Transaction): ElementsInTransaction
  /** Runs `work`, rolls back everything that its actions wrote, and returns its result. Throws when `work` throws. */
  rehearse<T>(work: (actions: ElementActions) => Promise<T>): Promise<T>
  /**
   * Locks elements and returns actions on them as parts of a transaction that fails as a whole when one statement
   * fails. The actions can run at the same time: their statements are sent without waiting for each other.
   */
  together(tx: Transaction, caller: Caller, locked: readonly ElementAddress[]): Promise<ElementActions>
}

interface ElementsInTransaction extends ElementActions, Pick<ReadElements, 'get'> {
  /** Returns an element like `get`, and locks it against changes until the transaction ends. */
  lock(caller: Caller, address: ElementAddress): Promise<ReadElement>
}

export interface ElementsDeps extends ActionDeps, ReadDeps {
  readonly database: Database
}

export function createElements(deps: ElementsDeps): Elements {
  return {
    ...createReadElements(deps),
    ...elementActions(deps, unitAlone(deps)),
    rehearse: (work) => rehearse(alone(deps.database), (tx) => work(elementActions(deps, within(tx)))),
    in: (tx) => ({
      ...elementActions(deps, within(tx)),
      get: async (caller, address) => readElement(tx, deps.openToRead(caller, address), address),
      lock: async (caller, address) => readElement(tx, deps.open(caller, address), address, lockedElementById),
    }),
    async together(tx, caller, locked) {
      await lockElements(tx, deps, caller, locked)
      return elementActions(deps, { ...within(tx), statement: (work) => work(tx) })
    },
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

/** Returns the actions as parts of a unit of work. */
export function elementActions(deps: ActionDeps, unit: UnitOfWork): ElementActions {
  const { clock, numbering, open, files, events } = deps
  const by = (caller: Caller): Action => ({ clock, numbering, open, files, events, unit, caller })
  return {
    create: (caller, address, context, options) => createElement(by(caller), address, context, options),
    update: (caller, address, context, options) => updateElement(by(caller), address, context, options),
    setStatus: (caller, address, code, options) => setStatus(by(caller), address, code, options),
    delete: (caller, address, options) => deleteElement(by(caller), address, options),
    restore: (caller, address, options) => restoreElement(by(caller), address, options),
    attachFiles: (caller, address, field, uploads) => attachFiles(by(caller), address, field, uploads),
    takeNumber: (caller, address) => takeNumber(by(caller), address),
  }
}

import type { Database, Transaction } from '../../foundation/db/database.ts'
import { alone, type UnitOfWork, within } from '../../foundation/db/unit-of-work.ts'
import type { Caller } from '../../people/index.ts'
import type { FieldUpload } from '../../query/fields/index.ts'
import type { Action, ActionDeps, WrittenElement } from './actions/action.ts'
import { attachFiles } from './actions/attach-files.ts'
import { type CreateOptions, createElement } from './actions/create-element.ts'
import { deleteElement, restoreElement } from './actions/delete-element.ts'
import { setStatus } from './actions/set-status.ts'
import { takeNumber } from './actions/take-number.ts'
import { type UpdateOptions, updateElement, type WantedRevision } from './actions/update-element.ts'
import { createReadElements, type ReadDeps, type ReadElements, readElement } from './read/read-elements.ts'
import type { ApplicationAddress, ElementAddress } from './source/opened-application.ts'

type Context = Readonly<Record<string, unknown>>

/**
 * What can be done to the elements of all applications. Each action checks everything first and then writes in one
 * statement, or in one transaction when it attaches files. It throws when it is refused, and has then changed nothing.
 */
export interface ElementActions {
  create(
    caller: Caller,
    address: ApplicationAddress,
    context: Context,
    options?: CreateOptions,
  ): Promise<WrittenElement>
  update(caller: Caller, address: ElementAddress, context: Context, options?: UpdateOptions): Promise<WrittenElement>
  setStatus(caller: Caller, address: ElementAddress, code: string, options?: WantedRevision): Promise<WrittenElement>
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
   * Returns the actions as parts of a transaction: all of them happen or none, and each sees what the ones before it
   * wrote. They run one after another. The transaction can continue after a refused action.
   */
  in(tx: Transaction): ElementActions & Pick<ReadElements, 'get'>
}

export interface ElementsDeps extends ActionDeps, ReadDeps {
  readonly database: Database
}

export function createElements(deps: ElementsDeps): Elements {
  return {
    ...createReadElements(deps),
    ...elementActions(deps, unitAlone(deps)),
    in: (tx) => ({
      ...elementActions(deps, within(tx)),
      get: async (caller, address) => readElement(tx, deps.openToRead(caller, address), address),
    }),
  }
}

/** Returns the unit of actions that run alone, with the listeners of events. */
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

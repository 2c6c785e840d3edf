import type { Apps } from '../../data/index.ts'
import type { Database, Transaction, Tx } from '../../foundation/db/database.ts'
import { createBatchByKey } from '../../foundation/kit/batch.ts'
import { nilId } from '../../foundation/kit/ids.ts'
import { systemCaller } from '../../people/index.ts'
import { type CounterKey, createCounter, lockCounter, type Outcome } from './give-number.store.ts'
import type { ElementPath } from './registration.ts'

type Elements = Apps['elements']

/** The connection and the element actions that a statement that gives a number uses. */
interface NumberTarget {
  readonly tx: Tx
  readonly elements: Pick<Elements, 'update' | 'setStatus'>
}

/** A statement that gives a number. */
export interface NumberStatement {
  readonly key: CounterKey
  /** The element that the statement changes. */
  readonly element: ElementPath | undefined
  /** Whether the statement fails when the number was given before, so that it must not be part of a batch. */
  readonly mayFail: boolean
  /** Whether `send` sends further statements, which must be committed with the first one or not at all. */
  readonly writesMore: boolean
  /** Sends the statement. Returns undefined when the element has changed since it was read. */
  send(target: NumberTarget): Promise<Outcome | undefined>
}

/**
 * Where a registration runs: alone, so that its statement checks that the data read before is unchanged, or in a
 * transaction that locks this data.
 */
export interface RegistrationUnit extends NumberTarget {
  /** Whether the unit is a transaction, which locks what it reads. */
  readonly locks: boolean
  readonly read: Elements['get']
  give(statement: NumberStatement): Promise<Outcome | undefined>
}

export interface UnitDeps {
  readonly database: Database
  readonly apps: Pick<Apps, 'elements'>
}

type Settled = PromiseSettledResult<Outcome | undefined>

const maxBatch = 32
/** The second batch is sent and waits for the counter while the first one is committed. */
const maxBatches = 2

/**
 * Creates the unit of registrations that run alone. Statements for one counter wait for each other anyway, so
 * statements that arrive while two batches run are committed together afterwards.
 */
export function createUnitAlone({ database, apps: { elements } }: UnitDeps): RegistrationUnit {
  const alone = { tx: database.single, elements }
  const together = createBatchByKey<NumberStatement, Settled>(
    async (all) => {
      if (all.length === 1) return Promise.allSettled([all[0]!.send(alone)])
      return database.transaction(async (tx) => {
        const changed = all.flatMap(({ element }) => element ?? [])
        const target = { tx, elements: await elements.together(tx, systemCaller(nilId), changed) }
        return Promise.allSettled(all.map(({ send }) => send(target)))
      })
    },
    { maxItems: maxBatch, maxRuns: maxBatches },
  )
  return {
    ...alone,
    locks: false,
    read: (caller, address) => elements.get(caller, address),
    async give(statement) {
      if (statement.writesMore) return database.transaction((tx) => statement.send({ tx, elements: elements.in(tx) }))
      if (statement.mayFail) return statement.send(alone)
      const result = await together(Object.values(statement.key).join(), statement)
      if (result.status === 'rejected') throw result.reason
      return result.value
    },
  }
}

function unitWithin({ apps }: Pick<UnitDeps, 'apps'>, tx: Transaction): RegistrationUnit {
  const elements = apps.elements.in(tx)
  return {
    tx,
    locks: true,
    elements,
    read: (caller, address) => elements.lock(caller, address),
    async give({ key, send }) {
      await createCounter(tx, key)
      await lockCounter(tx, key)
      return send({ tx, elements })
    },
  }
}

/** Work that gives a number; undefined when something that was read has changed before the number was given. */
export type NumberWork<T> = (unit: RegistrationUnit) => Promise<T | undefined>

const maxAttempts = 3

/**
 * Runs work that gives a number. The work first runs alone, which takes one round trip while the counter is locked.
 * When concurrent changes make all attempts fail, the work runs in a transaction that locks everything that the work
 * reads.
 */
export async function giveQuickly<T>(deps: UnitDeps, alone: RegistrationUnit, work: NumberWork<T>): Promise<T> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const result = await work(alone)
    if (result !== undefined) return result
  }
  return deps.database.transaction((tx) => giveLocked(deps, tx, work))
}

/** Runs work that gives a number as a part of a transaction. */
export async function giveLocked<T>(deps: Pick<UnitDeps, 'apps'>, tx: Transaction, work: NumberWork<T>): Promise<T> {
  const result = await work(unitWithin(deps, tx))
  if (result === undefined) throw new Error('a number was not given although everything was locked')
  return result
}

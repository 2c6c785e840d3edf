import type { Database } from '../../../foundation/db/database.ts'
import { type ListShape, shapeKey } from '../../../query/index.ts'
import type { Application } from '../application.ts'
import { listIndexOf } from './field-indexes.store.ts'
import * as store from './list-indexes.store.ts'

const usualLimits: store.IndexLimits = { uses: 10, elements: 1_000_000, ofApplication: 8, unusedDays: 30 }
/** The maximum number of shapes that a node counts between two looks. */
const maxCounted = 1_000

/**
 * Counts lists by their shapes, so that the field tables get the indexes that lists need which are read often. A list
 * that no such index serves reads every element of its application, so the limit is a number of elements: 10 lists a
 * day with 100,000 elements, or 1,000 lists with 1,000.
 */
export class ListIndexes {
  readonly #database: Database
  readonly #limits: store.IndexLimits
  readonly #counted = new Map<string, store.ListUses>()

  constructor(database: Database, limits: Partial<store.IndexLimits> = {}) {
    this.#database = database
    this.#limits = { ...usualLimits, ...limits }
  }

  /** Counts a list of an application with a field table. */
  used(application: Application, shape: ListShape): void {
    const key = shapeKey(shape)
    const place = `${application.id} ${key}`
    const known = this.#counted.get(place)
    if (known === undefined && (this.#counted.size >= maxCounted || listIndexOf(application, shape) === undefined))
      return
    this.#counted.set(place, { app: application.id, shape: key, uses: (known?.uses ?? 0) + 1 })
  }

  /** Stores how often lists were read. Returns whether field tables are to get or to lose an index. */
  async save(): Promise<boolean> {
    const uses = [...this.#counted.values()]
    this.#counted.clear()
    if (uses.length > 0) await store.addUses(this.#database.single, uses)
    return store.settle(this.#database.single, this.#limits)
  }
}

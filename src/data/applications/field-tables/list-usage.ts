import type { Database } from '../../../foundation/db/database.ts'
import { type ListShape, shapeKey } from '../../../query/index.ts'
import type { Application } from '../application.ts'
import { indexesOf, listIndexOf } from './field-indexes.store.ts'
import { addCosts, chooseShapes, type ListCost, type ListIndexLimits } from './list-indexes.store.ts'

const usualLimits: ListIndexLimits = { uses: 10, spentMs: 1_000, averageMs: 10, ofApplication: 8, unusedDays: 30 }
/** The maximum number of shapes that a node counts until it stores them. */
const maxCounted = 1_000

/** Counts what lists cost, by their shapes. The most expensive shapes get an index. */
export class ListUsage {
  readonly #database: Database
  readonly #limits: ListIndexLimits
  readonly #counted = new Map<string, ListCost>()
  /** The names of the indexes by the keys of shapes; undefined where no further index would serve the lists. */
  readonly #names = new WeakMap<Application, Map<string, string | undefined>>()

  constructor(database: Database, limits: Partial<ListIndexLimits> = {}) {
    this.#database = database
    this.#limits = { ...usualLimits, ...limits }
  }

  /** Counts a list that has searched the field table of an application for so long. */
  searched(application: Application, shape: ListShape, ms: number): void {
    const key = shapeKey(shape)
    const place = `${application.id} ${key}`
    const known = this.#counted.get(place)
    if (known === undefined && this.#counted.size >= maxCounted) return
    const indexName = this.#nameOf(application, shape, key)
    if (indexName === undefined) return
    const { uses = 0, spentMs = 0 } = known ?? {}
    this.#counted.set(place, { app: application.id, shape: key, indexName, uses: uses + 1, spentMs: spentMs + ms })
  }

  /** Stores the counts, and chooses the shapes that get an index. */
  async save(): Promise<void> {
    const costs = [...this.#counted.values()].map((cost) => ({ ...cost, spentMs: Math.round(cost.spentMs) }))
    this.#counted.clear()
    await this.#database.transaction(async (tx) => {
      if (costs.length > 0) await addCosts(tx, costs)
      await chooseShapes(tx, this.#limits)
    })
  }

  #nameOf(application: Application, shape: ListShape, key: string): string | undefined {
    const names = this.#names.get(application) ?? new Map<string, string | undefined>()
    if (names.has(key)) return names.get(key)
    const name = listIndexOf(application, shape)?.name
    const isNew = !indexesOf(application).some((index) => index.name === name)
    if (names.size < maxCounted) this.#names.set(application, names.set(key, isNew ? name : undefined))
    return isNew ? name : undefined
  }
}

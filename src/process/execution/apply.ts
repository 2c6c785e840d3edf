import type { Transaction } from '../../foundation/db/database.ts'
import { type Batch, createBatch } from '../../foundation/kit/batch.ts'
import { systemCaller } from '../../people/index.ts'
import type { Variables } from '../engine/index.ts'
import type { Unit } from './advance/advancing.ts'
import { type Input, neededRow, type Round, runRound } from './advance/round.ts'
import type { ExecutionDeps } from './deps.ts'
import type { Delivered } from './execution.ts'
import { type Instance, wireStateOf } from './instance.ts'
import { type EarlierStimulus, type InstanceRow, readInstances } from './load.store.ts'
import { toInstance } from './load.ts'
import { createMailbox, type Entry } from './mailbox.ts'
import { commitRows } from './rows/commit.store.ts'
import { rowsOf, type Written } from './rows/group-rows.ts'
import type { Rows } from './rows/rows.ts'

/** A least-recently-used cache. */
class Recent<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #maxEntries: number

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, value)
    }
    return value
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#maxEntries) this.#entries.delete(this.#entries.keys().next().value!)
  }

  delete(key: Key): void {
    this.#entries.delete(key)
  }
}

/** Maximum number of reads or of commits of rounds in one statement, and of simultaneous statements. */
const batchLimits = { maxItems: 128, maxRuns: 2 }
/** Maximum number of inputs of one instance in one round. */
const maxInputs = 100
const maxRecentInstances = 5_000
/** Number of rounds that may find the instance changed at their commit before the instance is locked. */
const maxLostRounds = 3

export interface InputAlongside extends Input {
  alongside?(tx: Transaction): Promise<void>
}

type DeliveryEntry = Entry<InputAlongside, Delivered>

/** The component that applies inputs to stored instances. `afterCommit` receives the written rows. */
export class Apply {
  /**
   * Writes the rows of new or changed instances. Resolves to false when the id or the key of a start is already used,
   * or the instance has been changed in the meantime.
   */
  readonly commit: Batch<Rows, boolean> = createBatch<Rows, boolean>(async (all) => {
    const won = await commitRows(
      this.#deps.database.single,
      all.toSorted((a, b) => (a.owner < b.owner ? -1 : 1)),
    )
    return all.map(({ owner }) => won.has(owner))
  }, batchLimits)
  /** Applies an input and resolves after the commit. */
  readonly apply = createMailbox<InputAlongside, Delivered>((id, entries) => this.#runEntries(id, entries), {
    maxEntries: maxInputs,
  })
  readonly #deps: ExecutionDeps
  readonly #afterCommit: (written: Written) => void
  /** Last known states. They are only a hint, because the write is guarded by the revision. */
  readonly #recent = new Recent<string, Instance>(maxRecentInstances)
  readonly #load = createBatch<{ readonly id: string; readonly rows: readonly string[] }, InstanceRow | undefined>(
    async (asked) => {
      const ids = asked.map(({ id }) => id)
      const found = await readInstances(this.#deps.database.single, ids, { rows: asked.flatMap(({ rows }) => rows) })
      const byId = new Map(found.map((row) => [row.id, row]))
      return ids.map((id) => byId.get(id))
    },
    batchLimits,
  )

  constructor(deps: ExecutionDeps, afterCommit: (written: Written) => void) {
    this.#deps = deps
    this.#afterCommit = afterCommit
  }

  /** Applies inputs within a transaction. */
  async applyIn(tx: Transaction, id: string, inputs: readonly Input[]): Promise<readonly Delivered[]> {
    const [row] = await readInstances(tx, [id], {
      rows: inputs.flatMap((input) => neededRow(input) ?? []),
      lock: true,
    })
    if (row === undefined) return inputs.map(() => notFound)
    const round = await this.#runStored({ reader: tx, tx }, row, inputs)
    if (round.result !== undefined) {
      const written = rowsOf(round.result)
      const won = await commitRows(tx, [written.rows])
      if (!won.has(id)) throw new Error(`instance ${id} was changed although it is locked`)
      this.#recent.delete(id)
      tx.afterCommit(async () => {
        this.#afterCommit(written)
      })
    }
    return deliveredBy(round).map((one) => {
      if (one instanceof Error) throw one
      return one
    })
  }

  /** Remembers the state of an instance that was just written. */
  remember(instance: Instance): void {
    const known = this.#recent.get(instance.facts.id)
    if (known === undefined || known.rev < instance.rev) this.#recent.set(instance.facts.id, instance)
  }

  /** Forgets the remembered state of an instance that was written elsewhere. */
  forget(id: string): void {
    this.#recent.delete(id)
  }

  async #runEntries(id: string, entries: readonly DeliveryEntry[]): Promise<readonly DeliveryEntry[]> {
    const first = entries.findIndex(({ input }) => input.alongside !== undefined)
    if (first === 0) return this.#inTransaction(id, entries, 1)
    const together = first < 0 ? entries : entries.slice(0, first)
    for (let lost = 0; lost < maxLostRounds; lost++) {
      const done = await this.#tryRound(id, together)
      if (done === 'needs transaction') return this.#inTransaction(id, entries, 1)
      if (done !== 'lost') return entries.slice(done)
    }
    return this.#inTransaction(id, entries, together.length)
  }

  /** Runs a round without a transaction. Returns the number of settled entries. */
  async #tryRound(id: string, entries: readonly DeliveryEntry[]): Promise<number | 'lost' | 'needs transaction'> {
    const round = await this.#readAndRun(id, entries)
    if (round === undefined)
      return settle(
        entries,
        entries.map(() => notFound),
      )
    if (round.needsTransaction && round.outcomes.length === 0) return 'needs transaction'
    if (round.result !== undefined) {
      const written = rowsOf(round.result)
      this.#recent.delete(id)
      if (!(await this.commit(written.rows))) return 'lost'
      this.#afterCommit(written)
    }
    return settle(entries, deliveredBy(round))
  }

  /**
   * Runs a round on the last known state. Reads the stored state if there is no known state, if an input needs a row
   * of `process_wait`, or if an input did not advance the known state.
   */
  async #readAndRun(id: string, entries: readonly DeliveryEntry[]): Promise<Round | undefined> {
    const inputs = entries.map(({ input }) => input)
    const asked = inputs.flatMap((input) => neededRow(input) ?? [])
    const unit = { reader: this.#deps.database.single }
    const known = asked.length === 0 ? this.#recent.get(id) : undefined
    if (known !== undefined) {
      const round = await runRound(this.#deps, unit, { instance: known, rows: [], inputs })
      if (round.outcomes.every((outcome) => outcome === 'advanced')) return round
    }
    const row = await this.#load({ id, rows: asked })
    if (row === undefined) return undefined
    return this.#runStored(unit, row, inputs)
  }

  /** Runs a round on a stored instance. Stimuli that were stored earlier for the same waits come first. */
  async #runStored(unit: Unit, row: InstanceRow, inputs: readonly Input[]): Promise<Round> {
    const instance = await toInstance(row, this.#deps.programs, unit.reader)
    const earlier = row.earlier.map((text): Input & { readonly row: string } => {
      const { id, stimulus, by } = JSON.parse(text) as EarlierStimulus
      return { stimulus, caller: systemCaller(by), row: id }
    })
    const rows = [...row.rows, ...earlier.map((input) => input.row)]
    const round = await runRound(this.#deps, unit, { instance, rows, inputs: [...earlier, ...inputs] })
    return { ...round, outcomes: round.outcomes.slice(earlier.length) }
  }

  /** Applies the first entries in a transaction. Returns the other entries. */
  async #inTransaction(id: string, entries: readonly DeliveryEntry[], count: number) {
    const own = entries.slice(0, count)
    const delivered = await this.#deps.database.transaction(async (tx) => {
      const results = await this.applyIn(
        tx,
        id,
        own.map(({ input }) => input),
      )
      for (const [index, { input }] of own.entries())
        if (results[index]!.outcome === 'advanced') await input.alongside?.(tx)
      return results
    })
    settle(own, delivered)
    return entries.slice(count)
  }
}

const notFound: Delivered = { outcome: 'notFound', state: '', context: {} }

function deliveredBy({ outcomes, instance }: Round): (Delivered | Error)[] {
  const state = wireStateOf(instance.state)
  const context: Variables = instance.state.variables
  return outcomes.map((outcome) => (outcome instanceof Error ? outcome : { outcome, state, context }))
}

/** Settles the first entries, one per result. Returns the number of settled entries. */
function settle(entries: readonly DeliveryEntry[], results: readonly (Delivered | Error)[]): number {
  for (const [index, result] of results.entries()) {
    if (result instanceof Error) entries[index]!.reject(result)
    else entries[index]!.resolve(result)
  }
  return results.length
}

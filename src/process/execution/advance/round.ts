import { type Caller, systemCaller } from '../../../people/index.ts'
import type { Advanced, Stimulus } from '../../engine/index.ts'
import type { ExecutionDeps } from '../deps.ts'
import type { TaskOutcome } from '../execution.ts'
import type { Instance, Opened } from '../instance.ts'
import type { WorkElement } from '../work.ts'
import { NeedsTransaction, type Unit } from './advancing.ts'
import { Group } from './group.ts'
import { keepOrigins } from './run-work.ts'

/** An input of an instance: a stimulus, or the postponed work of a wait. */
export interface Input {
  /** User who caused the input; without a user, the platform acts for the initiator. */
  readonly caller?: Caller
  readonly stimulus?: Stimulus
  /** Elements whose values the stimulus can hold, if it is the result of work. */
  readonly elements?: readonly WorkElement[]
  readonly resume?: Opened
  readonly task?: TaskOutcome
  /** Row of `process_wait` that holds the stimulus. The stimulus is applied only while the row exists. */
  readonly row?: string
  /** Whether work that fails by a fault of the platform opens an incident in place of another attempt. */
  readonly isLastAttempt?: boolean
}

/**
 * Returns the id of the row of `process_wait` that must still exist and have a due time, or else the input is
 * obsolete; undefined when the input needs no row. The row of a postponed call or sheet stays after its start, but
 * loses its due time. A node that takes the row twice, because its first attempt lasted longer than the lease, must
 * not start the called instance or the sheet twice.
 */
export function neededRow({ row, resume }: Input): string | undefined {
  if (row !== undefined) return row
  return resume?.kind === 'child' || resume?.kind === 'sheet' ? resume.wait : undefined
}

/** The result of a round of advances. */
export interface RoundResult {
  /** Groups of the round in order; the last group has the final states of the instances. */
  readonly groups: readonly Group[]
  /** The stored instances before the round. */
  readonly before: ReadonlyMap<string, Instance>
  readonly owner: string
  /** Rows of stimuli that were applied. */
  readonly used: readonly string[]
}

export interface Round {
  readonly result: RoundResult | undefined
  /** Outcome of each applied input; an Error for an input that failed and changed nothing. */
  readonly outcomes: readonly (Advanced['outcome'] | Error)[]
  readonly instance: Instance
  /**
   * Whether the round stopped before an input that needs a transaction. That input and all later ones were not
   * applied.
   */
  readonly needsTransaction: boolean
}

/**
 * Applies inputs to an instance one after another, in memory. `rows` are the ids of the rows with a due time; an
 * input that needs another row is obsolete. Outside of a transaction, the round stops before the first input that
 * needs a transaction.
 */
export async function runRound(
  deps: ExecutionDeps,
  unit: Unit,
  { instance, rows, inputs }: { instance: Instance; rows: readonly string[]; inputs: readonly Input[] },
): Promise<Round> {
  const groups: Group[] = []
  const used: string[] = []
  const applied = new Set<string>()
  const outcomes: (Advanced['outcome'] | Error)[] = []
  let needsTransaction = false
  let base: readonly Instance[] = [instance]
  for (const input of inputs) {
    const { row, caller = systemCaller(instance.facts.initiator) } = input
    const needed = neededRow(input)
    const isGone = needed !== undefined && (!rows.includes(needed) || applied.has(needed))
    const isLastAttempt = input.isLastAttempt ?? input.stimulus?.type === 'retry'
    const group = new Group(deps, unit, { caller, base, isLastAttempt })
    try {
      const outcome = isGone ? 'notWaiting' : await applyTo(group, instance.facts.id, input)
      outcomes.push(outcome)
      const isRepeated = outcome === 'outdated' && (await repeatIn(group, instance.facts.id, input))
      if (outcome !== 'advanced' && !isRepeated) continue
    } catch (error) {
      if (error instanceof NeedsTransaction) {
        needsTransaction = true
        break
      }
      // A failed statement has aborted the transaction, so no outcome can be kept.
      if (unit.tx !== undefined) throw error
      outcomes.push(error instanceof Error ? error : new Error(String(error)))
      continue
    }
    if (needed !== undefined) applied.add(needed)
    if (row !== undefined) used.push(row)
    groups.push(group)
    base = [...group.instances.values()]
  }
  return {
    result:
      groups.length === 0
        ? undefined
        : { groups, before: new Map([[instance.facts.id, instance]]), owner: instance.facts.id, used },
    outcomes,
    instance: groups.at(-1)?.instances.get(instance.facts.id) ?? instance,
    needsTransaction,
  }
}

async function applyTo(
  group: Group,
  id: string,
  { stimulus, elements, resume, task }: Input,
): Promise<Advanced['outcome']> {
  if (stimulus === undefined) return group.resume(id, resume!)
  if (elements !== undefined && 'wait' in stimulus) await keepOriginsAt(group, id, { stimulus, elements })
  return group.apply(id, stimulus, task)
}

/**
 * Stores the origins of the result of work before other statements of the transaction copy them. Throws
 * NeedsTransaction.
 */
async function keepOriginsAt(
  { instances, unit: { tx } }: Group,
  id: string,
  result: {
    readonly stimulus: Extract<Stimulus, { readonly wait: string }>
    readonly elements: readonly WorkElement[]
  },
): Promise<void> {
  const instance = instances.get(id)!
  const wait = instance.state.waits.find((one) => one.id === result.stimulus.wait)
  if (wait === undefined) return
  if (tx === undefined) throw new NeedsTransaction()
  await keepOrigins(tx, instance, instance.version.loaded.program.nodes[wait.at]!.id, result)
}

const repeatIn = async (group: Group, id: string, { stimulus }: Input): Promise<boolean> =>
  stimulus?.type === 'complete' && (await group.repeat(id, stimulus))

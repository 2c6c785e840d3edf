import type { Transaction } from '../../../foundation/db/database.ts'
import type { Caller } from '../../../people/index.ts'
import { type Programs, passOrigins } from '../../definition/index.ts'
import { takenValues, type Variables } from '../../engine/index.ts'
import type { Execution } from '../../execution/index.ts'
import { reachedAfter } from '../starts/index.ts'
import { nodeOf } from './message-values.ts'
import { signalWaitsOfCallers } from './messages.store.ts'

/** A signal that a called instance has sent. */
export interface SignalOfCalled {
  readonly name: string
  readonly variables: Variables
  readonly caller: Caller
  /** Instance that sent the signal. */
  readonly sender: string
  /** Number of starts, messages and signals in a row up to this signal. */
  readonly hops: number
}

/**
 * Delivers a signal, in the transaction, to the instances that have called its sender directly or through others. The
 * callers cannot wait for the broadcast that reaches all others: their call activities may have ended by then, and
 * with them the boundary events that wait for the signal.
 */
export async function deliverToCallers(
  { programs, execution }: { readonly programs: Programs; readonly execution: Pick<Execution, 'deliverIn'> },
  tx: Transaction,
  { name, variables, caller, sender, hops }: SignalOfCalled,
): Promise<void> {
  const reached = new Set<string>()
  for (const { instance, wait, template, version, element } of await signalWaitsOfCallers(tx, name, sender)) {
    const { program } = (await programs.get(tx, template, version)).loaded
    const values = takenValues(program, nodeOf(program, element)!, variables)
    // The origins come first, because the instance can give the values to a called process in the same advance.
    await passOrigins(tx, program, { from: sender, to: instance, values })
    const stimulus = { type: 'complete', wait, variables: values } as const
    // An earlier wait of the signal may have cancelled this one.
    const { outcome } = await execution.deliverIn(tx, { instance, caller, stimulus })
    if (outcome === 'advanced') reached.add(instance)
  }
  await reachedAfter(tx, [...reached], hops)
}

import type { Tx } from '../../../foundation/db/database.ts'
import { insertOrigins, messageOrigins, programOrigins } from '../../definition/index.ts'
import type { Stimulus } from '../../engine/index.ts'
import type { Instance } from '../instance.ts'
import type { WorkElement } from '../work.ts'

/** The result of the work of an activity, and the elements whose values its variables or its message can hold. */
export interface ResultOfWork {
  readonly stimulus: Stimulus
  readonly elements?: readonly WorkElement[]
}

/**
 * Stores which variables of an instance hold values of the elements that the work of an activity has read or written. The
 * message of a failure can quote all fields of the elements.
 */
export async function keepOrigins(
  tx: Tx,
  { facts, version }: Pick<Instance, 'facts' | 'version'>,
  activity: string,
  { stimulus, elements = [] }: ResultOfWork,
): Promise<void> {
  const { program } = version.loaded
  const origins = stimulus.type === 'fail' ? messageOrigins(program) : (programOrigins(program).get(activity) ?? [])
  if (origins.length === 0) return
  for (const { app, id } of elements) await insertOrigins(tx, { instance: facts.id, app, element: id }, origins)
}

import type { Reader } from '../../foundation/db/database.ts'
import type { Programs } from '../definition/index.ts'
import { type State, stateFormat, type Variables } from '../engine/index.ts'
import type { Instance } from './instance.ts'
import type { InstanceRow } from './load.store.ts'

/** Returns the instance of a row, with its program. */
export async function toInstance(row: InstanceRow, programs: Programs, reader: Reader): Promise<Instance> {
  const version = await programs.get(reader, row.template, row.version)
  const { id, template, name, createdBy: initiator, itemApp, item, target, parent } = row
  return {
    facts: {
      id,
      template,
      version: row.version,
      name,
      initiator,
      ...(itemApp !== null && item !== null && { item: { app: itemApp, id: item } }),
      ...(target !== null && { target }),
      ...(parent !== null && { parent }),
    },
    root: row.root,
    callers: row.callers ?? [],
    rev: Number(row.rev),
    version,
    state: stateOf(row),
  }
}

/** Returns the state of a row. The state of an ended instance contains only its status and its variables. */
function stateOf({ state, context, execution }: InstanceRow): State {
  const variables = JSON.parse(context) as Variables
  if (execution !== null) return { ...(JSON.parse(execution) as Omit<State, 'variables'>), variables }
  const status = state === 'cancel' ? 'interrupted' : 'completed'
  return {
    format: stateFormat,
    status,
    nextNumber: 0,
    variables,
    tokens: [],
    scopes: [],
    waits: [],
    ready: [],
    visits: 0,
  }
}

import type { Reader } from '../../../../foundation/db/database.ts'
import { sql } from '../../../../foundation/db/sql.ts'
import type { State, Variables } from '../../../engine/index.ts'
import type { TaskRow } from '../task-rows.store.ts'

/**
 * Returns the values that a task can read: its input, the variables of its scopes, and the context of the instance. An
 * inner value hides an outer value of the same name.
 */
export async function taskValues(reader: Reader, { instance, id, input }: TaskRow): Promise<Variables> {
  const found = await reader.row<{ context: string; execution: string | null }>(sql`
    select context, execution from process_instance where id = ${instance}`)
  if (found === undefined) return input ?? {}
  const { context, execution } = found
  const state: Partial<State> = execution === null ? {} : JSON.parse(execution)
  return { ...JSON.parse(context), ...localVariables(state, id), ...input }
}

/** Returns the variables of the token of a wait and of its scopes. */
function localVariables(state: Partial<State>, wait: string): Variables {
  const { waits = [], tokens = [], scopes = [] } = state
  const found: Variables[] = []
  let token = tokens.find(({ id }) => id === waits.find((one) => one.id === wait)?.token)
  while (token !== undefined) {
    const scope = scopes.find(({ id }) => id === token?.scope)
    found.push(token.variables ?? {}, scope?.variables ?? {})
    token = tokens.find(({ id }) => id === scope?.owner)
  }
  return Object.assign({}, ...found.reverse())
}

import { Group } from './advance/group.ts'
import type { ExecutionDeps } from './deps.ts'
import type { Execution } from './execution.ts'
import type { Instance } from './instance.ts'
import { readInstances } from './load.store.ts'
import { toInstance } from './load.ts'
import { moveRows } from './replace.store.ts'
import { commitRows } from './rows/commit.store.ts'
import { rowsOf, type Written } from './rows/group-rows.ts'

/** Returns what replaces the state of an instance; see `Execution.replace`. */
export function createReplace(
  deps: ExecutionDeps,
  afterCommit: (written: Written, instance: string) => void,
): Execution['replace'] {
  return async (tx, id, caller, change) => {
    const [row] = await readInstances(tx, [id], { lock: true })
    if (row === undefined || row.execution === null) return false
    const instance = await toInstance(row, deps.programs, tx)
    const { facts, version, state } = instance
    const changed = await change({ facts, version, state })
    if (changed === undefined) return false
    const group = new Group(deps, { reader: tx, tx }, { caller, base: [instance] })
    await group.replace(id, changed)
    const written = rowsOf({ groups: [group], before: new Map([[id, instance.rev]]), owner: id, used: [] })
    const won = await commitRows(tx, [written.rows])
    if (!won.has(id)) throw new Error(`instance ${id} was changed although it is locked`)
    const after = group.instances.get(id)!
    await moveRows(tx, { instance: id, version: after.version, elements: elementsOf(after) })
    tx.afterCommit(async () => afterCommit(written, id))
    return true
  }
}

/** Returns the elements of the waits and incidents of an instance, by the ids of their rows. */
function elementsOf({ version, state }: Instance): readonly { readonly id: string; readonly element: string }[] {
  const { nodes } = version.loaded.program
  const waits = state.waits.map(({ id, at }) => ({ id, element: nodes[at]!.id }))
  const incidents = state.tokens.flatMap(({ incident, at }) =>
    incident === undefined ? [] : [{ id: incident.id, element: nodes[at]!.id }],
  )
  const ofWaits = state.waits.flatMap(({ incident, at }) =>
    incident === undefined ? [] : [{ id: incident, element: nodes[at]!.id }],
  )
  return [...waits, ...incidents, ...ofWaits]
}

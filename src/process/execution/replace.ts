import { Group } from './advance/group.ts'
import type { ExecutionDeps } from './deps.ts'
import type { Execution } from './execution.ts'
import type { Instance } from './instance.ts'
import type { InstanceStates } from './instance-states.ts'
import { readInstances } from './load.store.ts'
import { toInstance } from './load.ts'
import { type MovedRow, moveRows } from './replace.store.ts'
import { commitRows } from './rows/commit.store.ts'
import { rowsOf, type Written } from './rows/group-rows.ts'

/** Creates the functions that replace the states of instances; see `Execution.replace` and `InstanceStates`. */
export function createReplace(
  deps: ExecutionDeps,
  afterCommit: (written: Written, instance: string) => void,
): InstanceStates & Pick<Execution, 'replace'> {
  const replaceAll: InstanceStates['replaceAll'] = async (tx, ids, { caller, of }) => {
    const all: { readonly id: string; readonly written: Written }[] = []
    const moved: MovedRow[] = []
    for (const row of await readInstances(tx, ids, { lock: true })) {
      const instance = await toInstance(row, deps.programs, tx)
      const { facts, version, state } = instance
      const { id } = facts
      const changed = await of({ facts, version, state })
      if (changed === undefined) continue
      const group = new Group(deps, { reader: tx, tx }, { caller, base: [instance] })
      await group.replace(id, changed)
      all.push({ id, written: rowsOf({ groups: [group], before: new Map([[id, instance]]), owner: id, used: [] }) })
      moved.push(...movedRows(group.instances.get(id)!))
    }
    if (all.length === 0) return
    const won = await commitRows(
      tx,
      all.map(({ written }) => written.rows),
    )
    const lost = all.find(({ id }) => !won.has(id))
    if (lost !== undefined) throw new Error(`instance ${lost.id} was changed although it is locked`)
    await moveRows(tx, moved)
    tx.afterCommit(async () => {
      for (const { id, written } of all) afterCommit(written, id)
    })
  }

  return {
    replaceAll,
    async read(reader, ids) {
      const rows = await readInstances(reader, ids)
      return Promise.all(rows.map((row) => toInstance(row, deps.programs, reader)))
    },
    async replace(tx, id, caller, change) {
      let isWritten = false
      const of: Parameters<typeof replaceAll>[2]['of'] = async (found) => {
        const changed = found.state.status === 'running' ? await change(found) : undefined
        isWritten = changed !== undefined
        return changed
      }
      await replaceAll(tx, [id], { caller, of })
      return isWritten
    },
  }
}

/** Returns the new versions and elements of the rows of an instance. */
function movedRows({ facts, version, state }: Instance): readonly MovedRow[] {
  const { nodes } = version.loaded.program
  const common = { instance: facts.id, template: version.template, version: version.version }
  const rowOf = (id: string, at: number): MovedRow => ({ ...common, id, element: nodes[at]!.id })
  const waits = state.waits.map(({ id, at }) => rowOf(id, at))
  const incidents = state.tokens.flatMap(({ incident, at }) => (incident === undefined ? [] : [rowOf(incident.id, at)]))
  const ofWaits = state.waits.flatMap(({ incident, at }) => (incident === undefined ? [] : [rowOf(incident, at)]))
  return [...waits, ...incidents, ...ofWaits]
}

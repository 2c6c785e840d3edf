import type { Reader } from '../../foundation/db/database.ts'
import type { Execution, Programs } from './execution.ts'
import type { FoundInstance, InstanceStates } from './instance-states.ts'
import { readInstances } from './load.store.ts'
import { toInstance } from './load.ts'

/** Creates the reading and replacing of many states. Each state is replaced by statements of its own. */
export function createInstanceStates(programs: Programs, execution: Pick<Execution, 'replace'>): InstanceStates {
  async function find(reader: Reader, ids: readonly string[], lock: boolean): Promise<FoundInstance[]> {
    const found: FoundInstance[] = []
    for (const row of await readInstances(reader, ids, { lock })) {
      const { facts, version, state } = await toInstance(row, programs, reader)
      found.push({ facts, version, state })
    }
    return found
  }
  return {
    read: (reader, ids) => find(reader, ids, false),
    async replaceAll(tx, ids, { caller, of }) {
      for (const found of await find(tx, ids, true)) {
        const replaced = of(found)
        if (replaced !== undefined) await execution.replace(tx, found.facts.id, caller, async () => replaced)
      }
    },
  }
}

import type { Transaction } from '../../foundation/db/database.ts'
import type { Batch } from '../../foundation/kit/batch.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { NeedsTransaction, type Unit } from './advance/advancing.ts'
import { Group } from './advance/group.ts'
import type { ExecutionDeps } from './deps.ts'
import type { Started, StartRequest } from './execution.ts'
import { wireStateOf } from './instance.ts'
import { readByKey } from './load.store.ts'
import { commitRows } from './rows/commit.store.ts'
import { rowsOf, type Written } from './rows/group-rows.ts'
import type { Rows } from './rows/rows.ts'

/** Error for a start whose id or key is already used. */
class KeyTaken extends Error {}

/** The component that starts instances. `afterCommit` receives the written rows. */
export class StartInstance {
  readonly #deps: ExecutionDeps
  readonly #commit: Batch<Rows, boolean>
  readonly #afterCommit: (written: Written) => void

  constructor(
    deps: ExecutionDeps,
    { commit, afterCommit }: { commit: Batch<Rows, boolean>; afterCommit: (written: Written) => void },
  ) {
    this.#deps = deps
    this.#commit = commit
    this.#afterCommit = afterCommit
  }

  async start(caller: Caller, request: StartRequest, alongside?: (tx: Transaction) => Promise<void>): Promise<Started> {
    if (alongside === undefined) {
      try {
        const { started, written } = await this.#run({ reader: this.#deps.database.single }, caller, request)
        if (!(await this.#commit(written.rows))) return await repeated(this.#deps.database.single, request)
        this.#afterCommit(written)
        return started
      } catch (error) {
        if (!(error instanceof NeedsTransaction)) throw error
      }
    }
    return this.#deps.database.transaction(async (tx) => {
      const started = await this.startIn(tx, caller, request)
      if (!started.isRepeated) await alongside?.(tx)
      return started
    })
  }

  async startIn(tx: Transaction, caller: Caller, request: StartRequest): Promise<Started> {
    try {
      const { started, written } = await tx.savepoint(async (part) => {
        const result = await this.#run({ reader: part, tx: part }, caller, request)
        const won = await commitRows(part, [result.written.rows])
        if (!won.has(result.started.instance)) throw new KeyTaken(`the id or key of the start is already used`)
        return result
      })
      tx.afterCommit(async () => this.#afterCommit(written))
      return started
    } catch (error) {
      if (!(error instanceof KeyTaken) || request.key === undefined) throw error
      return repeated(tx, request)
    }
  }

  async #run(unit: Unit, caller: Caller, request: StartRequest): Promise<{ started: Started; written: Written }> {
    const { id = newId(), version, at, context, initiator, item, target, key } = request
    const group = new Group(this.#deps, unit, { caller, base: [] })
    const { template } = version
    const facts = {
      id,
      template,
      version: version.version,
      name: '',
      initiator,
      ...(item && { item }),
      ...(target !== undefined && { target }),
    }
    await group.start(
      { facts, root: id, callers: [], rev: 0, version, ...(key !== undefined && { key }) },
      { type: 'start', variables: context, ...(at !== undefined && { at }) },
    )
    const { state } = group.instances.get(id)!
    const written = rowsOf({ groups: [group], before: new Map(), owner: id, used: [] })
    return {
      started: { instance: id, state: wireStateOf(state), context: state.variables, isRepeated: false },
      written,
    }
  }
}

async function repeated(reader: Unit['reader'], { version, key }: StartRequest): Promise<Started> {
  const row = await readByKey(reader, version.template, key!)
  if (row === undefined) throw new Error('the id of the start is already used')
  return {
    instance: row.id,
    state: row.state,
    context: JSON.parse(row.context) as Started['context'],
    isRepeated: true,
  }
}

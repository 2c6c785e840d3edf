import { type Actor, recordAudit } from '../foundation/audit/index.ts'
import type { Database, Reader, Tx } from '../foundation/db/database.ts'
import { alone, within } from '../foundation/db/unit-of-work.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import * as store from './catalog.store.ts'
import type { Catalog } from './catalog.ts'
import type { Change } from './change.ts'
import type { DefinitionKind, Solution } from './definition-kind.ts'
import { changeBlocked, consentNeeded } from './errors.ts'
import { type Installation, type Plan, planSolution } from './plan.ts'

/** The options of a request to apply a solution. */
export interface ApplyRequest {
  /** Whether the changes may remove or narrow something. */
  readonly allowDestructive: boolean
  /** Description of the change, for the audit log and for new versions of processes. */
  readonly comment?: string | undefined
}

export interface ApplyOptions extends ApplyRequest {
  readonly actor: Actor
  /** Runs in the transaction of the apply, after the changes. */
  readonly also?: (tx: Tx, stamp: store.Stamp) => Promise<void>
}

export interface ApplyDeps extends Installation {
  readonly database: Database
  readonly kinds: readonly DefinitionKind[]
  readonly catalog: Catalog
  readonly clock: Clock
}

/**
 * Applies a solution in one transaction and returns the plan that was carried out. Applying the same files again
 * changes nothing. Concurrent applies run one after the other; each of them is compared with the state that the
 * previous one left. `read` returns the solution; it is called again in the transaction, so that it may depend on what
 * is deployed. Throws `definition.invalid`, `definition.consent_needed`, `definition.blocked`, or an error of a kind.
 */
export async function applySolution(
  deps: ApplyDeps,
  read: (reader: Reader) => Promise<Solution>,
  options: ApplyOptions,
): Promise<Plan> {
  const { database, kinds, catalog, clock } = deps
  const { plan: preview } = await planSolution(alone(database), kinds, await read(database.reader), deps)
  if (preview.changes.length === 0) return preview
  refuse(preview.changes, options)
  const plan = await database.transaction(async (tx) => {
    await store.lockDefinitions(tx)
    for (const kind of kinds) await kind.lock?.(tx)
    const solution = await read(tx)
    const { plan, execute } = await planSolution(within(tx), kinds, solution, deps)
    if (plan.changes.length === 0) return plan
    refuse(plan.changes, options)
    const before = await store.solutionVersion(tx, solution.code)
    const stamp = { by: options.actor.userId, at: new Date(clock.nowMs()), comment: options.comment }
    await execute(tx, stamp)
    await options.also?.(tx, stamp)
    await store.raiseCatalog(tx)
    const changes = plan.changes.map(({ kind, what, path, sentence }) => ({ kind, what, path, sentence }))
    const { comment } = options
    const after = { version: solution.version, changes, ...(comment && { comment }) }
    await recordAudit(tx, options.actor, { object: `solution:${solution.code}`, ...(before && { before }), after })
    return plan
  })
  await catalog.refresh()
  return plan
}

function refuse(changes: readonly Change[], { allowDestructive }: ApplyOptions): void {
  const blocked = changes.filter((change) => change.blocked)
  if (blocked.length > 0) throw changeBlocked(listed('This cannot be done', blocked), { changes: blocked })
  const destructive = changes.filter((change) => change.destructive)
  if (destructive.length === 0 || allowDestructive) return
  throw consentNeeded(listed('This needs consent (allowDestructive)', destructive), { changes: destructive })
}

function listed(opening: string, changes: readonly Change[]): string {
  const sentences = changes.slice(0, 5).map(({ path, sentence }) => `${path}: ${sentence}`)
  const more = changes.length > 5 ? ` … and ${changes.length - 5} more` : ''
  return `${opening}: ${sentences.join('; ')}${more}`
}

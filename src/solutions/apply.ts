import { runEffects } from '../data/application-kind/apply/effects.ts'
import { keepAllIndexes } from '../data/applications/indexes/keep-all-indexes.ts'
import { remakeView, removeView } from '../data/applications/views/views.ts'
import { type Actor, recordAudit } from '../foundation/audit/index.ts'
import type { Database, Tx } from '../foundation/db/database.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { makeGroupsSo } from '../people/groups/definition/make-groups.ts'
import { lockOrganisation } from '../people/index.ts'
import type { Catalog } from './catalog.ts'
import type { Change, ChangedApplication, Difference } from './change.ts'
import type { Solution } from '../data/applications/definition.ts'
import * as store from './catalog.store.ts'
import { changeBlocked, consentNeeded } from './errors.ts'
import { type Plan, planSolution, planWithDifference } from './plan.ts'

export interface ApplyOptions {
  readonly allowDestructive: boolean
  readonly actor: Actor
}

interface Deps {
  readonly database: Database
  readonly catalog: Catalog
  readonly clock: Clock
}

/**
 * Applies a solution in one transaction and returns the plan that was carried out. Applying the same files again
 * changes nothing. Concurrent applies run one after the other; each is compared with the result of the one before.
 * Throws `definition.invalid`, `definition.consent_needed`, `definition.blocked` or `definition.view_in_use`.
 */
export async function applySolution(deps: Deps, solution: Solution, options: ApplyOptions): Promise<Plan> {
  const { database, catalog, clock } = deps
  const preview = await planSolution(database.reader, solution)
  if (preview.changes.length === 0) return preview
  refuse(preview.changes, options)
  const plan = await database.transaction(async (tx) => {
    await store.lockDefinitions(tx)
    // Lock the organisation, too, because people can change groups at the same time.
    await lockOrganisation(tx)
    const { plan, difference } = await planWithDifference(tx, solution)
    if (plan.changes.length === 0) return plan
    refuse(plan.changes, options)
    const before = await store.solutionVersion(tx, solution.code)
    await makeSo(tx, solution, difference, { by: options.actor.userId, at: new Date(clock.nowMs()) })
    const changes = plan.changes.map(({ kind, what, path, sentence }) => ({ kind, what, path, sentence }))
    const after = { version: solution.version, changes }
    await recordAudit(tx, options.actor, { object: `solution:${solution.code}`, ...(before && { before }), after })
    return plan
  })
  await catalog.refresh()
  await keepAllIndexes(database, catalog)
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

async function makeSo(tx: Tx, solution: Solution, difference: Difference, stamp: store.Stamp): Promise<void> {
  await store.putSolution(tx, solution, stamp)
  for (const namespace of difference.putNamespaces) await store.putNamespace(tx, solution.code, namespace, stamp)
  for (const code of difference.removeNamespaces) await store.removeNamespace(tx, code, stamp)
  await makeGroupsSo(tx, solution.code, difference, stamp)
  for (const application of difference.removeApplications) {
    await store.removeApplication(tx, application.id, stamp)
    await removeView(tx, application)
  }
  for (const changed of difference.putApplications) await makeApplicationSo(tx, solution.code, changed, stamp)
  await store.raiseCatalog(tx)
}

async function makeApplicationSo(
  tx: Tx,
  solution: string,
  changed: ChangedApplication,
  stamp: store.Stamp,
): Promise<void> {
  const { definition, application } = changed
  await runEffects(tx, changed, stamp.at)
  const { id, version } = application
  await store.putApplication(tx, { id, solution, definition, version }, stamp)
  await remakeView(tx, application)
}

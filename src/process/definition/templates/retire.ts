import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Caller } from '../../../people/index.ts'
import { type Address, definitionPath, lockDefinitions, raiseCatalog } from '../../../solutions/index.ts'
import { notFoundFor, processNotRetirable } from './errors.ts'
import { type TemplateCatalog, templatePath } from './template-catalog.ts'
import { retireTemplates, runningInstances } from './templates.store.ts'

interface Retired {
  /** Paths of the retired templates: all templates of the file. */
  readonly processes: readonly string[]
  /** Number of instances that continue. */
  readonly running: number
}

/**
 * Retires the templates of a file that was published by hand. Throws `process.not_found`, and `process.not_retirable`
 * for a process of a solution or a process whose file has another code.
 */
export type Retire = (caller: Caller, address: Address, reason?: string) => Promise<Retired>

export function createRetire(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  catalog: TemplateCatalog,
): Retire {
  return async (caller, address, reason) => {
    const retired = await database.transaction(async (tx) => {
      await lockDefinitions(tx)
      const found = catalog.find(address.namespace, address.code)
      if (found === undefined) throw notFoundFor(catalog.all(), address)
      const { file, namespace } = found
      const path = definitionPath(address)
      if (file.solution !== '')
        throw processNotRetirable(
          `the process "${path}" belongs to the solution "${file.solution}"; remove its file from the solution and apply the solution`,
        )
      if (file.code !== found.code)
        throw processNotRetirable(
          `the process "${path}" is part of the file of "${namespace}.${file.code}"; retire that process, or publish the file without this one`,
        )
      const ids = file.templates.map(({ id }) => id)
      await retireTemplates(tx, ids, { by: caller.userId, at: new Date(clock.nowMs()) })
      await recordAudit(tx, caller, {
        object: `process:${path}`,
        before: { retired: false },
        after: { retired: true, ...(reason !== undefined && { reason }) },
      })
      await raiseCatalog(tx)
      const processes = file.templates.map(({ code }) => templatePath({ namespace, code }))
      return { processes, running: await runningInstances(tx, ids) }
    })
    await catalog.refresh()
    return retired
  }
}

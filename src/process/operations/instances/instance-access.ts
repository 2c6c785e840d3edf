import type { Reader } from '../../../foundation/db/database.ts'
import type { Sql } from '../../../foundation/db/sql.ts'
import type { Caller } from '../../../people/index.ts'
import type { Templates } from '../../definition/index.ts'
import { instanceFinished } from '../errors.ts'
import { createInstanceTemplates, type InstanceTemplates } from './instance-templates.ts'
import { type OpenedInstance, type OpenInstance, openInstances, requireAdministered } from './open-instance.ts'

/** The rights to instances. */
export interface InstanceAccess {
  readonly templates: InstanceTemplates
  readonly open: OpenInstance
  /**
   * Returns an instance that the caller administers. Throws `instance.not_found`, and `instance.not_allowed` with
   * `what` as the refused action.
   */
  openAdministered(caller: Caller, id: string, what: string): Promise<OpenedInstance>
  /**
   * Returns a running instance that the caller administers. Throws like `openAdministered`, and `instance.finished`.
   */
  openRunning(caller: Caller, id: string, what: string): Promise<OpenedInstance>
  /** Returns the predicate for templates whose instances the caller administers; undefined for all templates. */
  administered(caller: Caller): ((template: Sql) => Sql) | undefined
  /** Returns whether the caller administers the instances of a template. */
  mayAdminister(caller: Caller, template: string): Promise<boolean>
}

/**
 * Creates the access to instances. It does not need the execution, so it is created before everything that changes
 * instances.
 */
export function createInstanceAccess(reader: Reader, deployed: Templates): InstanceAccess {
  const templates = createInstanceTemplates({ reader, templates: deployed })
  const open = openInstances(reader, templates)
  async function openAdministered(caller: Caller, id: string, what: string): Promise<OpenedInstance> {
    const opened = await open(caller, id)
    requireAdministered(opened, what)
    return opened
  }
  return {
    templates,
    open,
    openAdministered,
    async openRunning(caller, id, what) {
      const opened = await openAdministered(caller, id, what)
      if (opened.hasEnded) throw instanceFinished(`process instance ${opened.id} has already ended`)
      return opened
    },
    administered: (caller) => templates.covered(caller, 'administer'),
    mayAdminister: (caller, template) => templates.may(caller, template, 'administer'),
  }
}

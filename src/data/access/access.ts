import { type ObjectAccess, ResourceAccess, type Right } from '../../access/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { ApplicationCatalog } from '../applications/application-catalog.ts'
import type { ApplicationAddress } from '../elements/source/opened-application.ts'
import { type ElementResourceDeps, elementResource } from './element-resource.ts'
import { AccessSettings } from './settings.ts'
import { usesInAccess } from './uses.store.ts'

/** Access to elements: the administrators' settings, grants for single elements, and explanations. */
export interface ElementAccess extends ObjectAccess<Right, ApplicationAddress> {
  readonly settings: AccessSettings
  /** Returns the rules and grants that name a group or an item of the chart. */
  readonly usesOf: typeof usesInAccess
}

interface Deps extends ElementResourceDeps {
  readonly database: Database
  readonly catalog: ApplicationCatalog
  /** Called after the commit of a grant for a single element. */
  readonly granted?: (() => void) | undefined
}

export function createElementAccess(deps: Deps): ElementAccess {
  return Object.assign(new ResourceAccess(deps, elementResource(deps)), {
    settings: new AccessSettings(deps.database, deps.clock, deps.catalog, deps.rulesOf),
    usesOf: usesInAccess,
  })
}

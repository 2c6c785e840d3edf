import type { Apps } from '../../data/index.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import type { Caller } from '../../people/index.ts'
import { type Address, definitionPath } from '../../solutions/index.ts'
import { applicationOf } from './definition/plan-templates.ts'
import { type DeployedTemplate, storedTemplates } from './definition/stored-templates.ts'
import { templateNotFound } from './errors.ts'

type Known = Pick<Apps, 'catalog' | 'findFor' | 'scheme'>

/**
 * Returns the templates that are visible to a caller: those of applications that the caller may read, and those of
 * namespaces that exist for the caller.
 */
export function visibleTemplates(apps: Known, caller: Caller): readonly DeployedTemplate[] {
  const find = apps.findFor(caller)
  return apps.catalog
    .snapshot()
    .of(storedTemplates)
    .filter((template) => {
      const application = applicationOf(template)
      return application === undefined
        ? apps.scheme.knows(caller, template.namespace)
        : find(application.namespace, application.code) !== undefined
    })
}

/** Returns a template that is visible to the caller. Throws `document_template.not_found`. */
export function findTemplate(apps: Known, caller: Caller, address: Address): DeployedTemplate {
  const visible = visibleTemplates(apps, caller)
  const path = definitionPath(address)
  const found = visible.find((one) => definitionPath(one) === path)
  if (found !== undefined) return found
  throw templateNotFound(
    `document template "${path.slice(0, 200)}" not found${didYouMean(path, visible.map(definitionPath))}`,
  )
}

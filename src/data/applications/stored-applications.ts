import type { Application } from './application.ts'
import { compileApplication } from './compile.ts'
import type { PresentGroup } from '../../people/index.ts'
import { type Field, storedField } from '../../query/fields/index.ts'
import type { ApplicationDefinition, NamespaceDefinition } from './definition.ts'
import type { DefinitionRows } from '../../solutions/catalog.store.ts'

/** The deployed definitions in compiled form, for comparing a solution with them. */
export interface Deployed {
  readonly solutions: readonly { code: string; name: string; version: string; dependencies: readonly string[] }[]
  readonly namespaces: readonly (NamespaceDefinition & { solution: string })[]
  readonly applications: readonly DeployedApplication[]
  /** All groups as they are now, including groups made by hand. */
  readonly groups: readonly PresentGroup[]
}

/** A removed field, and the key of `body` under which its values are stored. */
export interface KeptField {
  readonly field: Field
  readonly keptAs: string
}

export interface ApplicationState {
  readonly definition: ApplicationDefinition
  readonly application: Application
}

export interface DeployedApplication extends ApplicationState {
  readonly solution: string
  readonly deleted: boolean
  /** The removed fields of the application whose values are still stored, oldest first. */
  readonly kept: readonly KeptField[]
}

export function compileDeployed(rows: DefinitionRows, groups: readonly PresentGroup[]): Deployed {
  const applications = rows.applications.map(
    ({ definition, version, solution, deleted, kept }): DeployedApplication => {
      const droppedFields = kept.map(({ keptAs }) => keptAs)
      return {
        solution,
        deleted,
        definition,
        application: compileApplication(definition, { version, droppedFields }),
        kept: kept.map(({ keptAs, entry }) => ({ keptAs, field: storedField(entry, `${definition.code}: ${keptAs}`) })),
      }
    },
  )
  return { solutions: rows.solutions, namespaces: rows.namespaces, applications, groups }
}

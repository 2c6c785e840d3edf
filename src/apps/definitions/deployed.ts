import { type Field, storedField } from '../../fields/index.ts'
import type { PresentGroup } from '../../people/index.ts'
import type { Application } from './application.ts'
import { compileApplication } from './compile.ts'
import type { ApplicationDefinition, NamespaceDefinition } from './definition.ts'
import type { DefinitionRows } from './definitions.store.ts'

/** What is deployed, compiled: what a difference is made against. */
export interface Deployed {
  readonly solutions: readonly { code: string; name: string; version: string; dependencies: readonly string[] }[]
  readonly namespaces: readonly (NamespaceDefinition & { solution: string })[]
  readonly applications: readonly DeployedApplication[]
  /** All of them as they are now, those made by hand too. */
  readonly groups: readonly PresentGroup[]
}

/** A field that was removed, and the key of `body` under which its values are kept. */
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
  /** Oldest first. */
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

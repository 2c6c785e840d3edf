import { isDeepStrictEqual } from 'node:util'
import type { AccessSetting } from '../../access/index.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import type { DefinitionRow, Deployed, StoredKind } from '../../solutions/index.ts'
import { fieldTexts } from '../../values/index.ts'
import type { Application } from './application.ts'
import { applicationRows } from './applications.store.ts'
import { compileApplication } from './compile.ts'
import type { ApplicationDefinition } from './definition.ts'
import { sectionTexts } from './forms-section.ts'

/** A deployed application. */
export interface DeployedApplication extends Deployed {
  readonly definition: ApplicationDefinition
  readonly application: Application
  /** What the database had of the field table when the application was compiled. */
  readonly found?: Pick<ApplicationRow, 'fieldTable' | 'indexedShapes'>
  /** Whether the application was removed; its elements are kept. */
  readonly deleted: boolean
  /** The administrators' access setting of the application. */
  readonly accessSetting: AccessSetting | undefined
  /** The removed fields of the application whose values are still stored, oldest first. */
  readonly removedFields: readonly RemovedField[]
}

/** A removed field: its entry in the file, and the key of `body` under which its values are stored. */
export interface RemovedField {
  readonly entry: JsonObject
  readonly keptAs: string
}

interface ApplicationRow extends DefinitionRow {
  readonly definition: ApplicationDefinition
  readonly version: number
  readonly deleted: boolean
  readonly accessSetting: AccessSetting | null
  readonly removedFields: readonly RemovedField[]
  /** The names of the filled columns of the field table; absent or null where there is none. */
  readonly fieldTable?: readonly string[] | null | undefined
  /** The shapes of lists for which the field table has an index; absent or null where there is none. */
  readonly indexedShapes?: readonly string[] | null | undefined
}

/** Deployed applications, ordered by namespace and code. */
export const storedApplications: StoredKind<DeployedApplication, ApplicationRow> = {
  word: 'application',
  rows: applicationRows,
  texts: [
    'name',
    { path: 'elementName', like: 'name' },
    ...fieldTexts('fields'),
    'statuses[].name',
    'statusGroups[].name',
    ...sectionTexts,
  ],
  compile({ version, accessSetting, fieldTable, indexedShapes, ...row }, before) {
    const found = { fieldTable, indexedShapes }
    const removedFields = row.removedFields.map(({ keptAs }) => keptAs)
    const isSame =
      before?.application.version === version &&
      isDeepStrictEqual(before.application.removedFields, removedFields) &&
      isDeepStrictEqual(before.found, found)
    return Object.freeze({
      ...row,
      name: row.definition.name,
      found,
      application: isSame
        ? before.application
        : compileApplication(row.definition, { version, removedFields, ...found }),
      accessSetting: accessSetting ?? undefined,
    })
  },
}

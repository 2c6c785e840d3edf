import type { DefinitionRow, Deployed, StoredKind } from '../../../solutions/index.ts'
import type { TemplateFormat, TemplateSettings } from '../settings/template-settings.ts'
import { templateRows } from './templates.store.ts'

/** A deployed document template. Its namespace is the path of an application, unless it belongs to a namespace. */
export interface DeployedTemplate extends Deployed {
  readonly version: number
  readonly format: TemplateFormat
  /** The SHA-256 of the file in hex. */
  readonly hash: string
  readonly settings: TemplateSettings
}

/** Document templates as definitions, ordered by namespace and code. */
export const storedTemplates: StoredKind<DeployedTemplate, DefinitionRow & DeployedTemplate> = {
  word: 'document template',
  rows: templateRows,
  compile: (row) => Object.freeze({ ...row }),
}

import { type Access, compileAccess } from '../../../access/index.ts'
import { idOfPath } from '../../../foundation/kit/ids.ts'
import {
  type Address,
  type DefinitionRow,
  type Deployed,
  definitionPath,
  type StoredKind,
} from '../../../solutions/index.ts'
import { type TemplateSettings, templateRights } from './template-settings.ts'
import type { TemplateUse } from './template-uses.ts'
import { templateRows } from './templates.store.ts'
import { type Translate, translationsInto } from './texts/translations.ts'

/** A published BPMN file with its settings. The first template of the file has the code of the file. */
export interface DeployedTemplate extends Deployed {
  readonly id: string
  readonly version: number
  /** SHA-256 of the file of the newest version. */
  readonly hash: string
  /** SHA-256 of the file that a solution last applied; null if no solution has applied the template. */
  readonly appliedHash: string | null
  readonly settings: TemplateSettings
  /** Whether the template was retired. */
  readonly deleted: boolean
  /**
   * Whether the template has no access rules and was published when everyone saw the instances of such processes.
   * Plan and drift name the template until it is published again or its solution is applied.
   */
  readonly wasOpen: boolean
  readonly templates: readonly TemplateOfFile[]
  /** Compiled access rules of the settings. */
  readonly access: Access
  /** Translations of the texts of the diagram into the language of the request; absent where there are none. */
  readonly translate?: Translate | undefined
  /** The language of these translations. */
  readonly language?: string | undefined
}

/** One process of a file. */
export interface TemplateOfFile {
  readonly id: string
  readonly code: string
  readonly name: string
  /** Id of the BPMN process. */
  readonly process: string
  readonly uses: readonly TemplateUse[]
}

interface Row extends DefinitionRow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly hash: string
  readonly appliedHash: string | null
  readonly settings: TemplateSettings
  readonly deleted: boolean
  readonly wasOpen: boolean
  readonly templates: readonly TemplateOfFile[]
  readonly translate?: Translate
  readonly language?: string
}

/**
 * Process templates as definitions, ordered by namespace and code. `solution` is empty for templates that were
 * published by hand.
 */
export const storedTemplates: StoredKind<DeployedTemplate, Row> = {
  word: 'process',
  rows: templateRows,
  translations: {
    languagesOf: ({ settings }) => Object.keys(settings.texts ?? {}),
    translated(row, [language = '']) {
      const translate = translationsInto(language, row.settings)
      if (translate === undefined) return row
      const templates = row.templates.map((one) => ({ ...one, name: translate(one.name) }))
      const settings = described(row.settings, translate)
      return { ...row, name: translate(row.name), templates, settings, translate, language }
    },
  },
  compile: (row) =>
    Object.freeze({
      ...row,
      access: compileAccess(
        { namespace: undefined, definition: { elements: row.settings.access }, setting: undefined },
        templateRights,
      ),
    }),
}

/** Returns the id of the template at an address. The id is the same in every installation. */
export function templateId(address: Address): string {
  return idOfPath(`process:${definitionPath(address)}`)
}

/** Returns settings with a translated description. */
function described(settings: TemplateSettings, translate: Translate): TemplateSettings {
  return settings.description === undefined ? settings : { ...settings, description: translate(settings.description) }
}

import { codePattern } from '../../../foundation/kit/codes.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { type DefinitionKind, definitionPath } from '../../../solutions/index.ts'
import type { ExpressionsOfDocuments } from '../placeholders/language.ts'
import { TemplateSettings } from '../settings/template-settings.ts'
import { planTemplates } from './plan-templates.ts'
import { readTemplate, type TemplateDraft } from './read-template.ts'
import { type DeployedTemplate, storedTemplates } from './stored-templates.ts'
import { templateFile } from './templates.store.ts'

/** Document templates as definitions of a solution: DOCX or HTML files, each with an optional YAML file of settings. */
export const createTemplateKind = (
  language: Pick<ExpressionsOfDocuments, 'compile'>,
): DefinitionKind<TemplateDraft, DeployedTemplate> => ({
  ...storedTemplates,
  file: {
    path: 'namespaces/{namespace}/doctemplates/{code}.yaml',
    pathInApplication: 'namespaces/{namespace}/apps/{app}/doctemplates/{code}.yaml',
    source: ['docx', 'html'],
    title: 'a document template',
    codes: new RegExp(`^${codePattern}$`),
    maxLength: 63,
  },
  schema: TemplateSettings,
  read: readTemplate,
  plan: (context) => planTemplates(context, language),
  toFile: settingsFile,
  hashed: ({ namespace, code, hash, ...template }) => ({ namespace, code, hash, ...settingsFile(template) }),
  sourceOf: ({ format }) => format,
  async sources(reader, entries) {
    const files = new Map<string, Uint8Array>()
    for (const entry of entries) files.set(definitionPath(entry), (await templateFile(reader, entry))!.bytes)
    return files
  },
})

const keys = ['description', 'field', 'fileName', 'output', 'language', 'inputs'] as const

function settingsFile({
  name,
  settings,
  code,
}: Pick<DeployedTemplate, 'name' | 'settings'> & { code?: string }): JsonObject {
  const stated = keys.flatMap((key) => (settings[key] === undefined ? [] : [[key, settings[key]] as const]))
  return { ...(name !== code && { name }), ...Object.fromEntries(stated) } as JsonObject
}

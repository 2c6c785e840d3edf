export {
  draftChanged,
  draftNotFound,
  processInvalid,
  processNotAllowed,
  processNotFound,
  processNotRetirable,
} from './errors.ts'
export { checkPlace } from './examine-file.ts'
export { createProcessKind } from './kind/process-kind.ts'
export type { Programs, PublishedVersion } from './programs.ts'
export { compileForPublish, type PublishResult } from './publish-by-hand.ts'
export type { ArmedVersion, ArmStarts } from './publish-file.ts'
export { ProcessScheme } from './scheme.ts'
export { type DeployedTemplate, storedTemplates, templateId } from './stored-templates.ts'
export { type LiveTemplate, type TemplateCatalog, templatePath } from './template-catalog.ts'
export { type TemplateAccess, templateSpace } from './template-resource.ts'
export {
  rightsOfTemplates,
  type TemplateAction,
  type TemplateRight,
  TemplateSettings,
  templateRights,
} from './template-settings.ts'
export type { TemplateUse } from './template-uses.ts'
export { Templates } from './templates.ts'
export { type Translate, translateAnswer } from './texts/translations.ts'

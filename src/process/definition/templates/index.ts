export { AnswersInLanguage } from './answers-in-language.ts'
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
export type { PublishedVersion } from './programs.ts'
export { compileForPublish } from './publish-by-hand.ts'
export type { ArmStarts } from './publish-file.ts'
export { ProcessScheme } from './scheme.ts'

export { templatePath } from './template-catalog.ts'
export { templateSpace } from './template-resource.ts'
export {
  type TemplateAction,
  templateRights,
} from './template-settings.ts'

export { Templates } from './templates.ts'

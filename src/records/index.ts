// Records: what proves what happened to documents. Sheets of approval and familiarization; document templates and the
// documents that they generate.
export * from './sheets/index.ts'
export { createTemplateKind } from './templates/definition/template-kind.ts'
export { createDocumentTemplates, type DocumentTemplates } from './templates/document-templates.ts'
export * from './templates/errors.ts'
export type * from './templates/placeholders/language.ts'

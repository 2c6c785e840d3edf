// Records management: the nomenclature of cases and the registrations of documents in them, sheets of approval and
// familiarization, and document templates.
export * from './errors.ts'
export { caseStates, docflows, mediaKinds, resetPeriods, retentionKinds } from './nomenclature/case.ts'
export { officeRights } from './nomenclature/office-access.ts'

export { createRegistry, type Registry } from './registry.ts'
export { recordReportsFolder, recordTableShapes } from './reports/index.ts'
export * from './sheets/index.ts'
export { createTemplateKind } from './templates/definition/template-kind.ts'
export { createDocumentTemplates, type DocumentTemplates } from './templates/document-templates.ts'
export * from './templates/errors.ts'
export type * from './templates/placeholders/language.ts'

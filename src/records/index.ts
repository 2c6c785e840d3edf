// Records management: the nomenclature of cases, and the registrations of documents in them.

export * from './errors.ts'
export { caseStates, docflows, mediaKinds, resetPeriods, retentionKinds } from './nomenclature/case.ts'
export { officeRights } from './nomenclature/office-access.ts'
export { registrationStates } from './registrations/registration.ts'
export { createRegistry, type Registry } from './registry.ts'

export { type CheckReferences, createCheckReferences } from './check-references.ts'

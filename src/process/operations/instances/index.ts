export { maxCommentChars } from './change-instances.ts'
export * from './errors.ts'
export { createInstanceAccess, type InstanceAccess } from './instance-access.ts'

export { createInstances, type Instances } from './instances.ts'
export { changeErrors, interruptErrors, runErrors } from './operation-errors.ts'

export { waitingKinds } from './view/waiting-for.ts'
export { visibleInstances } from './visible-instances.store.ts'

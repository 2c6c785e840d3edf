// Messages and signals: from outside, and from one instance to others.
export { messageRefused, tooManyMisses } from './errors.ts'
export { Messages } from './messages.ts'
export type { VisibleInstances } from './reach.ts'

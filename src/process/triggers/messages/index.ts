// Messages and signals: from outside, and from one instance to others.
export { messageRefused, tooManyMisses } from './errors.ts'
export { createMessages, type MessageInput, type Messages, type SentMessage } from './messages.ts'
export type { VisibleInstances } from './reach.ts'

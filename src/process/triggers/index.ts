export {
  messageRefused,
  startLimitReached,
  startNotOffered,
  startRefused,
  timerNotFound,
  tooManyMisses,
} from './errors.ts'
export { seenInstances } from './messages/messages.store.ts'
export type { Messages } from './messages/messages.ts'
export { type AdmitStart, armStarts } from './starts/index.ts'
export type { Timers } from './timers/timers.ts'
export { createStarting, type Starts } from './triggers.ts'

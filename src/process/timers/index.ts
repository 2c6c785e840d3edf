// Timers of instances, for those who administer processes.
export { timerNotFound } from './errors.ts'
export { createTimers, type Timers } from './timers.ts'

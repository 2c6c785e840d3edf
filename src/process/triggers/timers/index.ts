// Timers of instances: listing, firing and moving.
export { timerNotFound } from './errors.ts'
export { createTimers, type Timers } from './timers.ts'

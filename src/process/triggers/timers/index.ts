// Timers of instances: listing, firing and moving.
export { timerNotFound } from './errors.ts'
export { Timers } from './timers.ts'

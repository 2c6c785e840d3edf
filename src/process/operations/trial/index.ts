// Trials: instances in memory, with which people try a process before it is published.
export { createTryProcess, type TryProcess } from './create-trial.ts'
export { trialRefused } from './errors.ts'

export { scriptLimits } from './limits.ts'
export { createScripts, type ScriptProblem, type Scripts } from './scripts.ts'

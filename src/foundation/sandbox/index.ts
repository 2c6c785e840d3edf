export { scriptLimits } from './limits.ts'
export { checkScripts, createScripts, type ScriptProblem, type Scripts } from './scripts.ts'

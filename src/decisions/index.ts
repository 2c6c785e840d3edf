export { compileDecisions } from './compile-decisions.ts'
export { variableNameOf } from './decision-model.ts'
export type { DecisionTrace } from './decision-trace.ts'
export { Decisions } from './decisions.ts'
export { decisionKind } from './definition/decision-kind.ts'

export { decisionFailed, decisionNotFound, decisionUnclear } from './errors.ts'

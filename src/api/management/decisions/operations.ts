import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { evaluateDecision } from './evaluate-decision.ts'
import { listDecisions } from './list-decisions.ts'

/** Operations of the management API on decisions. */
export const decisionOperations: readonly Operation<Context>[] = [listDecisions, evaluateDecision]

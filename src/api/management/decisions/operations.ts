import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { decisionFailed, decisionNotFound, decisionUnclear, limitExceeded } from '../../../process/index.ts'
import { type Context, operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { Decision, DecisionParams, MatchedTable } from './decision-schemas.ts'

const listDecisions = operation({
  name: 'listDecisions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/decisions',
  summary: 'List decisions',
  description: 'Returns the DMN files of all solutions, ordered by namespace and code.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({ decisions: Type.Array(Decision) }),
  handle: async (_request, { processes }) => ({ decisions: processes.decisions.describeAll() }),
})

const evaluateDecision = operation({
  name: 'evaluateDecision',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/decisions/{namespace}/{code}/evaluate',
  summary: 'Evaluate a decision',
  description: 'Tries out the newest version of a decision. Nothing is stored.',
  right: 'administrator',
  params: DecisionParams,
  input: Type.Object({
    decision: Type.Optional(Type.String({ maxLength: 1000, description: 'Id of the decision in the DMN file.' })),
    context: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Values of the inputs by name.', default: {} }),
    ),
  }),
  result: Type.Object({
    decision: Type.String({ description: 'Id of the decision.' }),
    name: Type.String({ description: 'Name of the decision.' }),
    version: Type.Integer({ description: 'Version that was evaluated.' }),
    result: Type.Unknown({ description: 'Value of the decision.' }),
    tables: Type.Array(MatchedTable, {
      description: 'Decision tables that were evaluated, with the rules that matched.',
    }),
    warnings: Type.Array(Type.String(), { description: 'Reasons why values are null.' }),
  }),
  errors: [decisionNotFound, decisionUnclear, decisionFailed, limitExceeded],
  handle: async ({ params, input: { decision, context } }, { processes }) => ({
    ...(await processes.decisions.evaluate({ ...params, decision, context: context as JsonObject | undefined })),
  }),
})

/** Operations of the management API on decisions. */
export const decisionOperations: readonly Operation<Context>[] = [listDecisions, evaluateDecision]

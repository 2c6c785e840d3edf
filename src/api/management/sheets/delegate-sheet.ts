import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { RespondentId, respondentErrors, SheetResult, sentence } from './sheet-schemas.ts'

export const delegateSheet = operation({
  name: 'delegateSheet',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/delegate',
  summary: 'Delegate an answer to another user',
  description:
    'Gives the answer of a respondent whose turn it is to another user, who answers in place of the respondent.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    userId: Type.String({ format: 'uuid', description: 'Id of the user who answers.' }),
    comment: Type.Optional(sentence('Comment for the user.')),
    respondentId: RespondentId,
  }),
  result: SheetResult,
  errors: respondentErrors,
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.delegate(caller, params.id, input)
    return { sheet: await sheets.get(caller, params.id) }
  },
})

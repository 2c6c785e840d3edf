import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { respondentErrors, SheetResult, sentence } from './sheet-schemas.ts'

export const removeSheetRespondent = operation({
  name: 'removeSheetRespondent',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/respondents/{respondentId}/remove',
  summary: 'Remove a respondent from a sheet',
  description:
    'Removes a respondent who has not answered. Allowed for the initiator and for administrators. The respondent stays ' +
    'in the history of the sheet.',
  right: 'user',
  params: Type.Object({ id: Type.String(), respondentId: Type.String() }),
  input: Type.Object({ reason: sentence('Reason for the history.') }),
  result: SheetResult,
  errors: respondentErrors,
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.removeRespondent(caller, params.id, params.respondentId, input.reason)
    return { sheet: await sheets.get(caller, params.id) }
  },
})

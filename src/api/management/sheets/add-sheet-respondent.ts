import { Type } from 'typebox'
import { sheetWrongRespondent } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { SheetResult, sentence, sheetErrors } from './sheet-schemas.ts'

export const addSheetRespondent = operation({
  name: 'addSheetRespondent',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/respondents',
  summary: 'Add a respondent to a sheet',
  description:
    'Adds a user at the end of a stage that has not ended. Allowed for the initiator and for administrators.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    userId: Type.String({ format: 'uuid', description: 'Id of the user.' }),
    stage: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: 'Number of the stage; by default, the stage in progress.' }),
    ),
    reason: sentence('Reason for the history.'),
  }),
  result: SheetResult,
  errors: [...sheetErrors, sheetWrongRespondent],
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.addRespondent(caller, params.id, input)
    return { sheet: await sheets.get(caller, params.id) }
  },
})

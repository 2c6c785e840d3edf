import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { SheetResult, sentence, sheetErrors } from './sheet-schemas.ts'

export const cancelSheet = operation({
  name: 'cancelSheet',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/cancel',
  summary: 'Cancel a sheet',
  description:
    'Ends a sheet without a result. Answers that were given stay in the sheet. Allowed for the initiator and for ' +
    'administrators.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ reason: sentence('Reason for the history.') }),
  result: SheetResult,
  errors: sheetErrors,
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.cancel(caller, params.id, input.reason)
    return { sheet: await sheets.get(caller, params.id) }
  },
})

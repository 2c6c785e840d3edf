import { Type } from 'typebox'
import { sheetNotFamiliarization } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { SheetResult, sentence, sheetErrors } from './sheet-schemas.ts'

export const endSheet = operation({
  name: 'endSheet',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/end',
  summary: 'End a familiarization early',
  description:
    'Ends a familiarization although not everybody has confirmed; the history lists who has not. Allowed for the ' +
    'initiator and for administrators.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ reason: sentence('Reason for the history.') }),
  result: SheetResult,
  errors: [...sheetErrors, sheetNotFamiliarization],
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.end(caller, params.id, input.reason)
    return { sheet: await sheets.get(caller, params.id) }
  },
})

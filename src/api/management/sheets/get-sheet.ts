import { sheetNotFound } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { SheetResult } from './sheet-schemas.ts'

export const getSheet = operation({
  name: 'getSheet',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/sheets/{id}',
  summary: 'Get a sheet',
  description:
    'Returns a sheet with its respondents and its history. Allowed for users who can read the element, for the ' +
    'initiator and for the respondents.',
  right: 'user',
  params: IdParams,
  result: SheetResult,
  errors: [sheetNotFound],
  handle: async ({ params }, { caller, sheets }) => ({ sheet: await sheets.get(caller, params.id) }),
})

import { Type } from 'typebox'
import { JsonText } from '../../../foundation/kit/json.ts'
import { sheetNotFound } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'

export const printSheet = operation({
  name: 'printSheet',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/sheets/{id}/print',
  summary: 'Get a sheet as a page for printing',
  description:
    'An HTML page with the document, the version of the file, and the answers with names, positions and times in the ' +
    'time zone of the organisation. Registration numbers are shown to callers who can see the document.',
  right: 'user',
  params: IdParams,
  result: Type.String(),
  media: 'text/html; charset=utf-8',
  errors: [sheetNotFound],
  handle: async ({ params }, { caller, sheets }) => new JsonText(await sheets.print(caller, params.id)),
})

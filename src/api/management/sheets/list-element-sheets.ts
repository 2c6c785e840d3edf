import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, ElementParams, listResult } from '../../v1/schemas.ts'

export const listElementSheets = operation({
  name: 'listElementSheets',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/sheets',
  summary: 'List the sheets of an element',
  description:
    'Lists the sheets of an element, newest first. With `active`, only sheets in progress are listed. Fields: `type`, ' +
    '`state`, `round`, `subject`, `fileId`, `version`, `createdAt`, `createdBy`, `endedAt`, `respondents`.',
  right: 'user',
  params: ElementParams,
  input: ListInput,
  // `fields` determines which fields a sheet has.
  result: listResult(AnyObject),
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, sheets }) => {
    const { items, total } = await sheets.list(caller, params, input)
    return listOf(items, total)
  },
})

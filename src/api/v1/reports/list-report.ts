import { Type } from 'typebox'
import { reportErrors } from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, ApplicationParams, listResult } from '../schemas.ts'

const { from, size } = ListInput.properties

/** The input of a report: its parameters, a page, a filter and an order. */
export const ReportQuery = {
  filter: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description:
        'Parameters of the report and criteria for its columns: `{"tf": {"since": "2026-01-01", "late": {"min": 1}}}`.',
      additionalProperties: true,
    }),
  ),
  sortExpressions: Type.Optional(
    Type.Unsafe<unknown[]>({
      type: 'array',
      items: {
        type: 'object',
        properties: { column: { type: 'string' }, ascend: { type: 'boolean' } },
        additionalProperties: true,
      },
      description: 'Sort keys, the most significant first; the default order of the report when omitted.',
    }),
  ),
}

export const listReport = operation({
  name: 'listReport',
  cost: 'heavy',
  area: 'Reports',
  methods: ['GET', 'POST'],
  path: '/pub/v1/reports/{namespace}/{code}/list',
  summary: 'List the rows of a report',
  description:
    'Runs a report with the rights of the caller and returns a page of its rows: the codes of the columns with their ' +
    'values. Parameters of the report are entries of `filter.tf`, beside criteria for columns.',
  right: 'user',
  params: ApplicationParams,
  input: Type.Object({ from, size, ...ReportQuery }),
  result: listResult(AnyObject),
  errors: [...reportErrors, ...queryErrors],
  handle: async ({ params, input }, { caller, reports }) => {
    const { items, total } = await reports.list(caller, params, input)
    return listOf(items, total)
  },
})

import { Type } from 'typebox'
import { exportFormats, reportErrors } from '../../../data/index.ts'
import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { ReportQuery } from '../../v1/reports/list-report.ts'
import { ApplicationParams } from '../../v1/schemas.ts'

export const exportReport = operation({
  name: 'exportReport',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET', 'POST'],
  path: '/api/v1/reports/{namespace}/{code}/export',
  summary: 'Export a report as CSV or XLSX',
  description:
    'Runs a report like `listReport` and returns all of its rows as a file; the first line has the titles of the columns. Texts ' +
    'that begin like a formula are stored so that spreadsheets do not run them.',
  right: 'user',
  inLanguage: true,
  params: ApplicationParams,
  input: Type.Object({
    format: Type.Optional(Type.Enum(['csv', 'xlsx'], { description: 'Format of the file; csv by default.' })),
    ...ReportQuery,
  }),
  result: Type.String({ format: 'binary' }),
  media: 'application/octet-stream',
  errors: [...reportErrors, ...queryErrors],
  handle: async ({ params, input: { format = 'csv', ...input }, reply }, { caller, reports }) => {
    const file = await reports.export(caller, params, input, format)
    const name = `${params.namespace}-${params.code}.${format}`
    reply.header('content-type', exportFormats[format])
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    reply.header('cache-control', 'no-store')
    return file
  },
})

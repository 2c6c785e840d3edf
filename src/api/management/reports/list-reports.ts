import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { ReportView, reportView } from './report-schemas.ts'

export const listReports = operation({
  name: 'listReports',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/reports',
  summary: 'List reports',
  description:
    'Returns the reports that the caller can run, ordered by namespace and code. The reports of the platform, in the namespace `system`, come last.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  result: Type.Object({ reports: Type.Array(ReportView) }),
  handle: async (_request, { caller, reports }) => ({ reports: reports.all(caller).map(reportView) }),
})

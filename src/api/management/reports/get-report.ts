import { Type } from 'typebox'
import { reportNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, orNull } from '../../v1/schemas.ts'
import { ReportView, reportView } from './report-schemas.ts'

export const getReport = operation({
  name: 'getReport',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/reports/{namespace}/{code}',
  summary: 'Get a report',
  description: 'Returns the parameters and columns of a report. Administrators also see its SQL.',
  right: 'user',
  inLanguage: true,
  params: ApplicationParams,
  result: Type.Object({
    report: ReportView,
    sql: Type.Optional(Type.String({ description: 'SQL of the report; for administrators only.' })),
    view: Type.Optional(
      orNull(Type.String({ description: 'Name of the view in the database, or null; for administrators only.' })),
    ),
  }),
  errors: [reportNotFound],
  handle: async ({ params }, { caller, reports }) => {
    const found = reports.get(caller, params)
    const internals = { sql: found.report.sql, view: reports.viewOf(found.report) ?? null }
    return { report: reportView(found), ...(caller.administrator && internals) }
  },
})

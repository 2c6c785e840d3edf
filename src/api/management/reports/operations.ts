import { type Static, Type } from 'typebox'
import { exportFormats, type KnownReport, reportErrors, reportNotFound } from '../../../data/index.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { queryErrors } from '../../../query/index.ts'
import type { Field } from '../../../values/index.ts'
import { type Context, operation } from '../../operation.ts'
import { ReportQuery } from '../../v1/reports/list-report.ts'
import { ApplicationParams, NoParams, orNull } from '../../v1/schemas.ts'

const field = {
  code: Type.String(),
  name: Type.String({ description: 'Title for people.' }),
  type: Type.String({ description: 'Type, as in the file of the report.' }),
  view: Type.Optional(Type.String({ description: 'For `datetime`: datetime, date or time.' })),
}

const ReportView = Type.Object(
  {
    namespace: Type.String(),
    code: Type.String(),
    name: Type.String({ description: 'Title of the report.' }),
    description: Type.String(),
    solution: orNull(Type.String({ description: 'Solution of the report; null for reports of the platform.' })),
    parameters: Type.Array(
      Type.Object({
        ...field,
        required: Type.Boolean(),
        array: Type.Boolean({ description: 'Whether several values can be given.' }),
        default: Type.Unknown({ description: 'Value when none is given.' }),
        values: Type.Optional(Type.Array(Type.Object({ code: Type.String(), name: Type.String() }))),
      }),
    ),
    columns: Type.Array(Type.Object(field)),
    sort: Type.Array(Type.Object({ column: Type.String(), ascending: Type.Boolean() }), {
      description: 'Default order of the rows.',
    }),
    rows: Type.String({ description: 'Rows that the report reads: those of the `caller`, or `all`.' }),
  },
  { title: 'Report' },
)

/** Returns a report as the management API shows it. */
function reportView({ report, solution }: KnownReport): Static<typeof ReportView> {
  const { namespace, code, name, description, parameters, columns, sort, rows } = report
  return {
    namespace,
    code,
    name,
    description,
    solution,
    parameters: [...parameters.values()].map((parameter) => ({
      ...viewOf(parameter),
      required: parameter.required,
      array: parameter.array,
      default: parameter.defaultValue,
      ...(parameter.values && { values: [...parameter.values.byCode.values()].map((value) => ({ ...value })) }),
    })),
    columns: [...columns.values()].map(viewOf),
    sort: sort.map(({ field: column, ascending }) => ({ column, ascending })),
    rows,
  }
}

function viewOf({ code, name, type, settings: { view } }: Field) {
  return { code, name, type: type.word, ...(typeof view === 'string' && { view }) }
}

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

const exportReport = operation({
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

/** Operations of the management API on reports. */
export const reportManagementOperations: readonly Operation<Context>[] = [listReports, getReport, exportReport]

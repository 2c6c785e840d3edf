import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'
import type { Translate } from '../i18n/index.tsx'

export type Report = Operations['getReport']['result']['report']
export type Row = Readonly<Record<string, unknown>>

/** The values of parameters and the sort order of the rows, as in the address of a report. */
export interface Run {
  readonly values: Readonly<Record<string, unknown>>
  /** Code of a column; a minus in front reverses the order. */
  readonly sort: string | undefined
}

const staleMs = 60_000

/** The reports that the user can run. */
export const reportsQuery = queryOptions({
  queryKey: keys.reports(),
  queryFn: async ({ signal }) => (await call('listReports', { signal })).reports,
  staleTime: staleMs,
})

/** One report with its parameters and columns. */
export const reportQuery = (namespace: string, code: string) =>
  queryOptions({
    queryKey: keys.reports(namespace, code),
    queryFn: async ({ signal }) => (await call('getReport', { params: { namespace, code }, signal })).report,
    staleTime: staleMs,
  })

/** Returns the filter and the sort order for the requests of the list and the export. */
export const runBody = ({ values, sort }: Run) => ({
  ...(Object.keys(values).length > 0 && { filter: { tf: values } }),
  ...(sort && { sortExpressions: [{ column: sort.replace(/^-/, ''), ascend: !sort.startsWith('-') }] }),
})

/** A page of the rows of a report, and the number of all rows. Pages are counted from 1. */
export const rowsQuery = (of: { namespace: string; code: string }, run: Run, page: number, size: number) =>
  queryOptions({
    queryKey: keys.reports(of.namespace, of.code, 'rows', run, page, size),
    queryFn: async ({ signal }) => {
      const body = { ...runBody(run), from: (page - 1) * size, size }
      const { result } = await call('listReport', { params: { namespace: of.namespace, code: of.code }, body, signal })
      return { rows: result.result, total: result.total }
    },
  })

/** Keys of the texts that name the reports of the platform, by the codes of the reports. */
const platformNames = {
  execution_discipline: 'reports.executionDiscipline',
  process_durations: 'reports.processDurations',
  instance_durations: 'reports.instanceDurations',
  open_tasks_by_age: 'reports.tasksByAge',
  open_incidents: 'reports.openIncidents',
  nomenclature: 'reports.nomenclature',
  registration_journal: 'reports.registrationJournal',
  registrations_by_week: 'reports.registrationsByWeek',
} as const

/** Returns the name of a report in the language of the user. */
export function reportName(
  { namespace, code, name }: Pick<Report, 'namespace' | 'code' | 'name'>,
  t: Translate,
): string {
  const key = namespace === 'system' ? platformNames[code as keyof typeof platformNames] : undefined
  return key ? t(key) : name
}

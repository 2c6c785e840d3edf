import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys } from '../../api/query-keys.ts'

export type AuditEntry = Operations['listAudit']['result']['entries'][number]
type VerifiedPage = Operations['verifyAudit']['result']

/** The filters of the audit log as written in the address; days are such as `2026-03-31`. */
export interface AuditFilters {
  readonly userId?: string
  readonly operation?: string
  readonly object?: string
  readonly requestId?: string
  readonly outcome?: 'done' | 'refused'
  readonly from?: string
  readonly to?: string
}

const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * Returns the filters of a request. Days become the moments at which they begin and end in the time zone of the
 * browser, within the years 1 to 9999, which the server takes.
 */
export function requestFilters({ from, to, ...others }: AuditFilters) {
  const beginOf = (day: string, plusDays = 0) => {
    const date = new Date(`${day}T00:00`)
    date.setDate(date.getDate() + plusDays)
    const inRange = Math.min(Math.max(date.getTime(), firstMs), lastMs)
    return Number.isNaN(inRange) ? day : new Date(inRange).toISOString()
  }
  return { ...others, ...(from && { from: beginOf(from) }), ...(to && { to: beginOf(to, 1) }) }
}

/**
 * Returns the filters of the list. Changes made by imports are left out unless an object, an operation or a request
 * is filtered for.
 */
function listFilters(filters: AuditFilters) {
  const isSpecial = [filters.object, filters.operation, filters.requestId].some((each) => each !== undefined)
  return { ...requestFilters(filters), ...(!isSpecial && { elements: 'notImported' as const }) }
}

/** A page of audit entries, newest first. */
export const auditQuery = (filters: AuditFilters, cursor: string | undefined) =>
  queryOptions({
    queryKey: keys.audit('list', filters, cursor),
    queryFn: ({ signal }) =>
      call('listAudit', { query: { ...listFilters(filters), size: 100, ...(cursor && { cursor }) }, signal }),
  })

/** The verification of the sealed log from a day on, or from its beginning. */
export interface Verification extends Omit<VerifiedPage, 'next'> {
  readonly rows: number
}

/**
 * Verifies the log from a day on, or the whole log; the server verifies a limited number of rows with each request.
 */
export const verificationQuery = (from: string | undefined) =>
  queryOptions({
    queryKey: keys.audit('verification', from),
    queryFn: async ({ signal }): Promise<Verification> => {
      const pages: VerifiedPage[] = []
      for (let next: string | null | undefined = from; next !== null; next = pages.at(-1)!.next)
        pages.push(await call('verifyAudit', { query: next === undefined ? {} : { from: next }, signal }))
      const days = pages.flatMap((page) => page.days)
      const problems = pages.flatMap((page) => page.problems)
      return { ...pages.at(-1)!, days, problems, rows: days.reduce((sum, { rows }) => sum + rows, 0) }
    },
    gcTime: 0,
  })

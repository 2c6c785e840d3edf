import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'

type CaseView = Operations['getCase']['result']['item']
type Settings = Required<NonNullable<Operations['changeCase']['input']['body']>>['registrationSettings']

/** A case of the nomenclature. */
export type Case = Pick<
  CaseView,
  'id' | 'name' | 'index' | 'year' | 'state' | 'docflow' | 'directoryId' | 'officeId'
> & {
  readonly registrationSettings: Settings
  readonly retention?: { readonly kind: 'years' | 'permanent' | 'until_replaced'; readonly years?: number } | null
  readonly responsible?: string | null
  readonly place?: string | null
  readonly note?: string | null
}

/** An office, or a section of one. */
export type Directory = Pick<
  Operations['createNomenclatureDirectory']['result']['item'],
  'id' | 'name' | 'type' | 'code' | 'directoryId' | 'officeId'
> & {
  /** The rights of the user to the office that contains the directory. */
  readonly rights: readonly ('view' | 'register' | 'backdate' | 'administer')[]
}

/** A number of a case: given to a document, reserved, or annulled. */
export interface Registration {
  readonly __id: string
  readonly nomenclatureId: string
  readonly number: string
  readonly status: 'registered' | 'reserved' | 'cancelled'
  readonly date: string | null
  readonly registeredAt: string
  readonly registeredBy: string
  readonly element: { readonly namespace: string; readonly code: string; readonly id: string } | null
  readonly elementName: string | null
  readonly card: NonNullable<Operations['registerElement']['input']['body']['card']>
  readonly reservedFor: string | null
  readonly reservedUntil: string | null
  readonly annulledAt: string | null
  readonly annulledBy: string | null
  readonly reason: string | null
  readonly corrections: number
}

const maxCases = 10_000
const all = (field: string, more: object = {}) => ({
  query: { query: { active: true, size: maxCases, sortExpressions: [{ field, ascending: true }], ...more } },
})

/** All offices, sections and cases that the user can see. */
export const nomenclatureQuery = queryOptions({
  queryKey: keys.records('nomenclature'),
  queryFn: async ({ signal }) => {
    const [directories, cases] = await Promise.all([
      call('listNomenclatureDirectories', { ...all('code', { fields: { '*': true, rights: true } }), signal }),
      call('listCases', { ...all('index'), signal }),
    ])
    return {
      directories: directories.result.result as unknown as readonly Directory[],
      cases: cases.result.result as unknown as readonly Case[],
    }
  },
})

/** One case. */
export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: keys.records('case', id),
    queryFn: async ({ signal }) => (await call('getCase', { params: { id }, signal })).item as unknown as Case,
  })

/** The number that the next document of a case will probably get. */
export const nextNumberQuery = (id: string) =>
  queryOptions({
    queryKey: keys.records('next-number', id),
    queryFn: async ({ signal }) => (await call('getNextNumber', { params: { id }, signal })).number,
    retry: false,
  })

/** One registration with the name of its document. */
export const registrationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.records('registration', id),
    queryFn: async ({ signal }) => {
      const [{ item }, named] = await Promise.all([
        call('getRegistration', { params: { id }, signal }),
        call('listRegistrations', { query: { query: { ids: [id], fields: withName } } as object, signal }),
      ])
      const { elementName = null } = named.result.result[0] ?? {}
      return { ...item, elementName } as unknown as Registration
    },
  })

const withName = { '*': true, elementName: true }

/** Filters of a list of registrations. Days are texts such as 2026-05-31. */
export interface JournalFilter {
  readonly caseId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly status?: Registration['status'] | undefined
  /** Part of the number. */
  readonly q?: string | undefined
  readonly page?: number | undefined
  readonly size?: number | undefined
}

/** One page of registrations, newest first. Pages are counted from 1. */
export const registrationsQuery = (filter: JournalFilter) =>
  queryOptions({
    queryKey: keys.records('registrations', filter),
    queryFn: async ({ signal }) => {
      const { page = 1, size = 50 } = filter
      const query = { from: (page - 1) * size, size, fields: withName, filter: filterOf(filter) }
      const { result, total } = (await call('listRegistrations', { query: { query } as object, signal })).result
      return { rows: result as unknown as readonly Registration[], total }
    },
  })

/** Returns the filter in the form that the API takes. */
export function filterOf({ caseId, from, to, status, q }: JournalFilter): object {
  const period = [from && `[date] >= '${from}'`, to && `[date] <= '${to}'`].filter(Boolean).join(' and ')
  const fields = { ...(caseId && { nomenclatureId: caseId }), ...(status && { status }), ...(q && { number: q }) }
  return {
    ...(Object.keys(fields).length > 0 && { tf: fields }),
    ...(period && { eql: { query: period } }),
  }
}

/** Index and name of a case in one line. */
export const caseTitle = ({ index, name }: Pick<Case, 'index' | 'name'>): string =>
  [index, name].filter(Boolean).join(' ')

/** Address of the printed journal of a case. */
export function journalAddress(id: string, { from, to }: Pick<JournalFilter, 'from' | 'to'>): string {
  const period = new URLSearchParams({ ...(from && { from }), ...(to && { to }) })
  return `/api/v1/nomenclature/${id}/journal${period.size > 0 ? `?${period}` : ''}`
}

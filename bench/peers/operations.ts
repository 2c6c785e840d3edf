import { records } from '../record.ts'
import { type Workload, workloads } from '../workloads.ts'
import { collection, directusTemplate } from './fields.ts'
import type { PeerRequest } from './peer.ts'

/** An operation that all three servers can perform. */
export interface PeerOperation {
  /** The operation of Chancery, whose statements the 40-line server sends. */
  readonly workload: Workload
  readonly directus: (rows: number) => PeerRequest
  /** The minimum rate of Chancery, as a multiple of the rate of the 40-line server; undefined for no target. */
  readonly plainTarget: number | undefined
  /** The minimum rate of Chancery, as a multiple of the rate of Directus. */
  readonly directusTarget: number
}

const plainTarget = 0.8
const list = `/pub/v1/app/${records.namespace}/${records.code}/list`
const items = `/items/${collection}`
const known = (name: string): Workload => workloads.find((workload) => workload.name === name)!
const get = (query: string): PeerRequest => ({ method: 'GET', path: `${items}${query}`, body: undefined })

/**
 * Returns a list of 50 whose two filters match 5 to 9 % of the elements, with another filter in each request, sorted by
 * a third field.
 */
function filteredList(name: string, title: string, sort: string): PeerOperation {
  const body = {
    ...{ active: true, size: 50 },
    filter: { tf: { category: ['c3'], amount: { min: '@n@.@v@' } } },
    sortExpressions: [{ field: sort, ascending: true }],
  }
  return {
    workload: listOf(name, title, JSON.stringify(body).replace('"@n@.@v@"', '@n@.@v@'), {
      between: (rows) => [Math.ceil(rows / 10), Math.ceil(rows / 2)],
      places: ({ n, v }) => [[`${n}.${v}`, '@n@.@v@']],
    }),
    directus: () => get(`?limit=50&sort=${sort}&${equal('c3')}&filter[amount][_gte]=@n@.@v@&meta=filter_count`),
    plainTarget: undefined,
    directusTarget: 5,
  }
}

function listOf(name: string, title: string, body: string, more: Pick<Workload, 'between' | 'places'>): Workload {
  return {
    ...{ name, title, target: undefined, embeddedTarget: undefined, method: 'POST', path: list },
    body: () => body,
    call: (elements, caller, _id, input) => elements.list(caller, records, input),
    ...more,
  }
}

function equal(category: string): string {
  return `filter[category][_eq]=${category}`
}

/** The operations in the order of a run. Lists come before writes, while all servers have the same rows. */
export const operations: readonly PeerOperation[] = [
  { workload: known('get'), directus: () => get('/@id@'), plainTarget, directusTarget: 10 },
  {
    workload: known('list10'),
    directus: () => get('?limit=10&sort=-created_at&meta=total_count'),
    plainTarget,
    directusTarget: 10,
  },
  {
    workload: known('list50counted'),
    directus: (rows) => {
      const amount = `filter[amount][_gte]=${Math.trunc(rows / 2)}&filter[amount][_lte]=@n@.@v@`
      return get(`?limit=50&sort=-amount&${equal('c3')}&${amount}&meta=filter_count`)
    },
    plainTarget,
    directusTarget: 5,
  },
  filteredList('list50due', 'list of 50: two new filters, sorted by a third field', 'due'),
  filteredList('list50weight', 'list of 50: two new filters, sorted by a field without an index', 'weight'),
  {
    workload: listOf(
      'search',
      'search for a part of a title, 50 with total',
      JSON.stringify({ active: true, size: 50, filter: { tf: { title: 'lot @n@' } } }),
      { between: (rows) => [Math.ceil(rows / 10), rows - 1], places: ({ n }) => [[`lot ${n}`, 'lot @n@']] },
    ),
    directus: () => get('?limit=50&sort=-created_at&filter[title][_icontains]=lot%20@n@&meta=filter_count'),
    plainTarget: undefined,
    directusTarget: 10,
  },
  {
    workload: known('create'),
    directus: () => ({ method: 'POST', path: items, body: directusTemplate() }),
    plainTarget,
    directusTarget: 8,
  },
  {
    workload: known('update'),
    directus: () => ({
      method: 'PATCH',
      path: `${items}/@id@`,
      body: '{"note":"Seen again @v@","quantity":@v@,"paid":true}',
    }),
    plainTarget,
    directusTarget: 8,
  },
]

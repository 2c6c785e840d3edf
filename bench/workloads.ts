import type { Elements } from '../src/data/elements/elements.ts'
import type { Caller } from '../src/people/index.ts'
import { records, recordTemplate } from './record.ts'
import type { Numbers } from './template.ts'

/** One measured operation: the same call over HTTP, and through the room that sends its SQL. */
export interface Workload {
  readonly name: string
  readonly title: string
  /** The minimum rate over HTTP, as a share of the rate of bare SQL. */
  readonly target: number | undefined
  /** The minimum rate on the embedded database, as a share of the rate of the same server on PostgreSQL. */
  readonly embeddedTarget: number | undefined
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Returns the body as a template. `turn` is the number of the round, so that each round can send something else. */
  readonly body?: (turn: number, rows: number) => string
  /** Returns the first and the last element number that requests may use. */
  readonly between: (rows: number) => readonly [number, number]
  /** Makes the same call without HTTP; `input` is the body. */
  readonly call: (elements: Elements, caller: Caller, id: string, input: Context) => Promise<unknown>
  /** Whether only the statements of the second call count, because the first call fills a cache. */
  readonly warm?: boolean
  /**
   * Returns texts of the parameters, each with the template placeholder that replaces it, in addition to the numbers
   * themselves.
   */
  readonly places?: (numbers: Numbers) => readonly (readonly [string, string])[]
}

type Context = Readonly<Record<string, unknown>>

const root = `/pub/v1/app/${records.namespace}/${records.code}`
/**
 * Returns the range of all elements but the last one, which is reserved for `capture`, so that no other request changes
 * it.
 */
const everywhere = (rows: number): readonly [number, number] => [1, Math.max(1, rows - 1)]
const page = (more: object, size: number): string => JSON.stringify({ active: true, size, ...more })

/**
 * Returns a list request that filters one of ten categories within a range of up to 5,000 amounts, however many
 * elements there are.
 */
const filtered = (rows: number, most: unknown) => ({
  filter: { tf: { category: ['c3'], amount: { min: Math.trunc(rows / 2), max: most } } },
  sortExpressions: [{ field: 'amount', ascending: false }],
})
const farEnough = (rows: number): [number, number] => [Math.trunc(rows / 2) + 4_000, Math.trunc(rows / 2) + 5_000]
const list = (elements: Elements, caller: Caller, _id: string, input: Context) => elements.list(caller, records, input)

export const workloads: readonly Workload[] = [
  {
    name: 'get',
    title: 'get',
    target: 0.4,
    embeddedTarget: 0.9,
    method: 'GET',
    path: `${root}/@id@/get`,
    between: everywhere,
    call: (elements, caller, id) => elements.get(caller, { ...records, id }),
  },
  {
    name: 'list10',
    title: 'list of 10',
    target: 0.35,
    embeddedTarget: 0.6,
    method: 'POST',
    path: `${root}/list`,
    body: () => page({}, 10),
    between: everywhere,
    call: list,
  },
  {
    name: 'list50',
    title: 'list of 50: filter, sort, total kept',
    target: 0.6,
    embeddedTarget: 0.6,
    method: 'POST',
    path: `${root}/list`,
    body: (_turn, rows) => page(filtered(rows, farEnough(rows)[1]), 50),
    between: everywhere,
    call: list,
    warm: true,
  },
  {
    name: 'list50counted',
    title: 'list of 50: filter, sort, total counted',
    target: 0.6,
    embeddedTarget: 0.6,
    method: 'POST',
    path: `${root}/list`,
    // The filter differs in each request, so that no cached total applies.
    body: (_turn, rows) => page(filtered(rows, '@n@.@v@'), 50).replace('"@n@.@v@"', '@n@.@v@'),
    between: farEnough,
    call: list,
    places: ({ n, v }) => [[`${n}.${v}`, '@n@.@v@']],
  },
  {
    name: 'create',
    title: 'create',
    target: 0.45,
    embeddedTarget: 0.5,
    method: 'POST',
    path: `${root}/create`,
    body: () => `{"context":${recordTemplate}}`,
    between: everywhere,
    call: (elements, caller, _id, { context }) => elements.create(caller, records, context as Context),
  },
  {
    name: 'update',
    title: 'update',
    target: 0.45,
    embeddedTarget: undefined,
    method: 'POST',
    path: `${root}/@id@/update`,
    body: () => '{"context":{"note":"Seen again @v@","quantity":@v@,"paid":true}}',
    between: everywhere,
    call: (elements, caller, id, { context }) => elements.update(caller, { ...records, id }, context as Context),
  },
  {
    name: 'status',
    title: 'set-status',
    target: undefined,
    embeddedTarget: undefined,
    method: 'POST',
    path: `${root}/@id@/set-status`,
    // Each round moves its elements to another status; about one in ten already has that status, on both sides.
    body: (turn, rows) => `{"status":{"code":"s${(rows + 1 + turn) % 10}"}}`,
    between: everywhere,
    call: (elements, caller, id, { status }) =>
      elements.setStatus(caller, { ...records, id }, (status as { code: string }).code),
  },
]

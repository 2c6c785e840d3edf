import { sql } from '../../../foundation/db/sql.ts'
import { type ListPlan, type ListShape, planList, readListRequest } from '../../../query/index.ts'
import { elementSource } from '../../elements/source/element-source.ts'
import type { Application } from '../application.ts'

const choices = 'values: [{ code: x, name: X }, { code: y, name: Y }]'
/** The file of an application with fields of several types. */
export const file = `name: L
statuses: [{ code: a, name: A }, { code: b, name: B }]
fields:
  - { code: sort, type: category, ${choices} }
  - { code: marks, type: category, array: true, ${choices} }
  - { code: paid, type: boolean }
  - { code: amount, type: number }
  - { code: weight, type: number }
  - { code: title, type: string }
`
/** The bodies of its elements, by `n`. */
export const rows = sql`jsonb_build_object('amount', n % 7, 'weight', nullif(n % 5, 0), 'paid', n % 2 = 0,
  'sort', jsonb_build_array(jsonb_build_object('code', case when n % 3 = 0 then 'y' else 'x' end, 'name', 'X')))`
/** Returns a list whose shape is `shape`. */
export const body = (more: object = {}) => ({
  active: true,
  filter: { tf: { sort: ['x'], amount: { min: 2 } } },
  sortExpressions: [{ field: 'weight', ascending: true }],
  ...more,
})
export const shape: ListShape = { equal: ['sort'], sorted: ['weight'], compared: ['amount'], isLive: true }

export const plan = (application: Application, request: object): ListPlan =>
  planList(
    readListRequest(request),
    elementSource(application, () => undefined),
    { callerId: '', nowMs: 0 },
  )

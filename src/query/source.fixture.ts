import type { Tx } from '../foundation/db/database.ts'
import { literal, type Sql, sql } from '../foundation/db/sql.ts'
import { nilId } from '../foundation/kit/ids.ts'
import { defineField, type Field, fieldTypeByCode } from '../values/index.ts'
import type { FindSource, QueryContext, Source, SourceField } from './source.ts'
import { newestFirst } from './source-fields.ts'

// Test data for queries: two applications over the table `element`, deals and partners. Deals refer to partners.
export const callerId = '0191e6c0-0000-7000-8000-00000000ca11'
export const dealsApp = '0191e6c0-0000-7000-8000-0000000000d0'
export const partnersApp = '0191e6c0-0000-7000-8000-0000000000e0'

const choice = {
  type: 'category',
  values: ['red', 'green', 'blue'].map((code) => ({ code, name: code.toUpperCase() })),
}

const dealFields: readonly Field[] = [
  { code: 'title', type: 'string' },
  { code: 'amount', type: 'number' },
  { code: 'limit', type: 'number' },
  { code: 'urgent', type: 'boolean' },
  { code: 'due', type: 'datetime' },
  { code: 'color', ...choice },
  { code: 'tags', ...choice, array: true },
  { code: 'partner', type: 'reference', to: 'crm.partners' },
  { code: 'others', type: 'reference', to: 'crm.partners', array: true },
  { code: 'manager', type: 'user' },
  { code: 'basis', type: 'any_reference', array: true },
  { code: 'phones', type: 'phone' },
  { code: 'person', type: 'full_name' },
  { code: 'price', type: 'money' },
  { code: 'note', type: 'json' },
  {
    code: 'items',
    type: 'table',
    columns: [
      { code: 'what', name: 'What', type: 'string' },
      { code: 'count', name: 'Count', type: 'number' },
    ],
  },
].map((field) => defineField({ name: field.code, ...field }, field.code))

const partnerFields: readonly Field[] = [
  { code: 'city', type: 'string' },
  { code: 'rating', type: 'number' },
  { code: 'head', type: 'reference', to: 'crm.partners' },
].map((field) => defineField({ name: field.code, ...field }, field.code))

export const deals = elementSource('crm', 'deals', dealsApp, dealFields)
/** The partners; the caller may not see a partner whose body has the key `hidden`. */
const partners = elementSource(
  'crm',
  'partners',
  partnersApp,
  partnerFields,
  (row) => sql` and not ${row}.body ? 'hidden'`,
)

export const find: FindSource = (namespace, code) =>
  [deals, partners].find((source) => source.namespace === namespace && source.code === code)

export const setting: QueryContext = { find, callerId, nowMs: Date.parse('2026-05-13T10:20:30.500Z') }

function elementSource(
  namespace: string,
  code: string,
  app: string,
  own: readonly Field[],
  more: (row: Sql) => Sql = () => sql``,
): Source {
  const fields = new Map<string, SourceField>()
  const add = (field: SourceField) => fields.set(field.field.code, field)
  const system = (field: string, type: string) => ({
    ...defineField({ code: 'system', name: field, type }, field),
    code: field,
  })
  const column = (
    name: string,
    type: string,
    kind: NonNullable<SourceField['column']>['kind'],
    value: (row: Sql) => Sql,
  ) => add({ field: system(name, type), json: (row) => sql`to_jsonb(${value(row)})`, column: { kind, value } })
  column('__id', 'string', 'uuid', (row) => sql`${row}.id`)
  column('__index', 'number', 'int', (row) => sql`${row}.idx`)
  column('__name', 'string', 'text', (row) => sql`${row}.name`)
  column('__createdAt', 'datetime', 'timestamp', (row) => sql`${row}.created_at`)
  column('__deletedAt', 'datetime', 'timestamp', (row) => sql`${row}.deleted_at`)
  add({
    field: { ...system('__status', 'number'), type: fieldTypeByCode('STATUS')! },
    json: (row) => sql`to_jsonb(${row}.status)`,
    column: { kind: 'int', value: (row) => sql`${row}.status` },
  })
  add({
    ...fields.get('__id')!,
    ...column('__createdBy', 'user', 'uuid', (row) => sql`${row}.created_by`).get('__createdBy')!,
    target: () => partners,
  })
  for (const field of own) {
    const reference = field.type.refersTo?.(field)
    const target = reference?.to === 'element' ? { target: () => find(reference.namespace, reference.code) } : {}
    add({ field, json: (row) => sql`(${row}.body -> ${literal(field.code)})`, ...target })
  }
  return {
    namespace,
    code,
    relation: sql`element`,
    scope: (row) => sql`${row}.app = ${app}::uuid${more(row)}`,
    fields,
    order: newestFirst,
    live: (row) => sql`${row}.deleted_at is null`,
    whole: (row) => sql`(jsonb_build_object('__id', ${row}.id, '__name', ${row}.name) || ${row}.body)::text`,
    id: (row) => sql`${row}.id`,
    narrow: {
      columns: (row) => sql`${row}.id, ${row}.created_at`,
      writes: sql`(select coalesce(sum(writes), 0)::text from element_count where app = ${app})`,
    },
  }
}

export interface TestRow {
  readonly app?: string
  readonly index: number
  readonly name?: string | null
  readonly status?: number | null
  readonly createdAt?: string
  readonly createdBy?: string
  readonly deletedAt?: string
  readonly body?: Record<string, unknown>
}

/** Returns the id of a row; the id of the row with index 7 ends in 7. */
export function idOf(index: number): string {
  return `0191e6c0-0000-7000-8000-${String(index).padStart(12, '0')}`
}

export async function insertRows(tx: Tx, rows: readonly TestRow[]): Promise<void> {
  for (const {
    app = dealsApp,
    index,
    name = null,
    status = null,
    createdAt,
    createdBy = nilId,
    deletedAt = null,
    body = {},
  } of rows) {
    const created = createdAt ?? new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
    await tx.rows(sql`insert into element (app, id, idx, name, status, created_at, created_by, updated_at, updated_by, deleted_at, rev, status_history, subscribers, body)
      values (${app}, ${idOf(index)}, ${index}, ${name}, ${status}, ${created}, ${createdBy}, ${created}, ${createdBy}, ${deletedAt}, 1, '[]', '[]', ${JSON.stringify(body)})`)
  }
}

import type { Call } from './api-client.ts'
import { application } from './send.ts'

export interface Revision {
  readonly rev: number
  readonly action: string
  /** Values of the changed fields before the revision; `after` holds their values after it. */
  readonly before: Readonly<Record<string, string | null>>
  readonly after: Readonly<Record<string, string | null>>
}

export interface Element {
  readonly id: string
  readonly values: Readonly<Record<string, string | null>>
  /** Revision in the ETag. */
  readonly rev: number | undefined
  readonly history: readonly Revision[]
}

/** Everything that a client can read in the end. */
export interface Observed {
  readonly elements: readonly Element[]
  readonly totals: { readonly all: number; readonly live: number }
}

const fields = ['full_name', 'address', 'tax_id', '__deletedAt', '__status'] as const
const pageRows = 1000
const readers = 8

/** Reads all elements, histories and totals, through the API only. */
export async function observe(call: Call): Promise<Observed> {
  const settings = await read(call, 'GET', `/pub/v1/app/${application}/settings/status`)
  const statuses = new Map<unknown, string>(
    settings.statusItems.map(({ id, code }: { id: number; code: string }) => [id, code]),
  )
  const plain = (field: string, value: unknown): string | null => {
    if (value === null || value === undefined) return null
    if (field === '__status') return statuses.get((value as { status?: number }).status ?? value) ?? String(value)
    if (field === '__deletedAt') return new Date(String(value)).toISOString().replace('.000', '')
    return String(value)
  }
  const rows = await allRows(call)
  const elements: Element[] = new Array(rows.length)
  let next = 0
  async function reader(): Promise<void> {
    while (next < rows.length) {
      const at = next++
      const row = rows[at]!
      const id = String(row.__id)
      const { rev } = await call('GET', `/pub/v1/app/${application}/${id}/get`)
      const { result } = await read(call, 'GET', `/api/v1/elements/${application}/${id}/history`)
      const values = Object.fromEntries(fields.map((field) => [field, plain(field, row[field])]))
      elements[at] = { id, values, rev, history: result.result.map((one: WireRevision) => revisionOf(one, plain)) }
    }
  }
  await Promise.all(Array.from({ length: readers }, reader))
  return { elements, totals: { all: await total(call, false), live: await total(call, true) } }
}

interface WireRevision {
  readonly rev: number
  readonly action: string
  readonly changes: Record<string, [unknown, unknown]>
}

function revisionOf({ rev, action, changes }: WireRevision, plain: (field: string, value: unknown) => string | null) {
  const known = Object.entries(changes).filter(([field]) => (fields as readonly string[]).includes(field))
  const side = (at: 0 | 1) => Object.fromEntries(known.map(([field, pair]) => [field, plain(field, pair[at])]))
  return { rev, action, before: side(0), after: side(1) }
}

async function allRows(call: Call): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (;;) {
    const page = await read(call, 'POST', `/pub/v1/app/${application}/list`, { from: rows.length, size: pageRows })
    rows.push(...page.result.result)
    if (page.result.result.length < pageRows) return rows
  }
}

async function total(call: Call, active: boolean): Promise<number> {
  const { result } = await read(call, 'POST', `/pub/v1/app/${application}/list`, { size: 0, active })
  return result.total
}

async function read(call: Call, method: 'GET' | 'POST', path: string, body?: unknown) {
  const answer = await call(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

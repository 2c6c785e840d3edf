import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { csvLine, withGuard } from '../../../data/index.ts'
import type { Audit, AuditPage } from '../../../foundation/audit/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { AuditFilter } from './audit-filter.ts'

const columns = ['at', 'userId', 'login', 'name', 'operation', 'object', 'action', 'outcome', 'code', 'requestId']
const values = ['before', 'after']

export const exportAudit = operation({
  name: 'exportAudit',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/audit/export',
  summary: 'Export audit entries as CSV',
  description:
    'Takes the filters of `listAudit` and returns all matching entries, newest first. The columns `before` and `after` ' +
    'are JSON. Texts that begin like a formula are stored so that spreadsheets do not run them.',
  right: 'administrator',
  params: NoParams,
  input: AuditFilter,
  result: Type.String({ format: 'binary' }),
  media: 'text/csv; charset=utf-8',
  handle: async ({ input, reply }, { audit, clock }) => {
    const read = (cursor?: string) => audit.read({ ...input, size: pageSize, ...(cursor && { cursor }) })
    // The first page is read before the answer begins, so that wrong filters are refused with a status.
    const first = await read()
    const day = new Date(clock.nowMs()).toISOString().slice(0, 10)
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="audit-${day}.csv"`)
    reply.header('cache-control', 'no-store')
    return Readable.from(pieces(first, read), { objectMode: false })
  },
})

const pageSize = 1_000

async function* pieces(first: AuditPage, read: (cursor: string) => ReturnType<Audit['read']>): AsyncGenerator<Buffer> {
  // Spreadsheets detect UTF-8 by the byte order mark.
  yield Buffer.from(`\ufeff${csvLine([...columns, ...values])}`)
  for (let page: AuditPage | undefined = first; page; page = page.next === null ? undefined : await read(page.next)) {
    const lines = (JSON.parse(page.entries.text) as Entry[]).map(lineOf)
    if (lines.length > 0) yield Buffer.from(lines.join(''))
  }
}

type Entry = Readonly<Record<string, unknown>> & { readonly who: { login: string; name: string } | null }

function lineOf({ who, ...entry }: Entry): string {
  const cells: Readonly<Record<string, unknown>> = { ...entry, ...who }
  return csvLine([
    ...columns.map((column) => withGuard(String(cells[column] ?? ''))),
    ...values.map((column) => (cells[column] ? JSON.stringify(cells[column]) : '')),
  ])
}

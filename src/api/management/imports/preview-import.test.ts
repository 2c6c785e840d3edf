import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { startGuarded } from '../../../../test/guarded.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { rowOf, xlsxOf } from '../../../data/import/read/xlsx-file.fixture.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anUpload } from '../../v1/disk/files.fixture.ts'

const server = useServer()

async function preview(content: string | Buffer, more: Body = {}): Promise<Body> {
  const fileHash = await anUpload(server.call, content, 'parts.csv')
  const answer = await server.call('POST', '/api/v1/imports/preview', { application: 'all.parts', fileHash, ...more })
  assertDone(answer)
  return answer.body
}

it('shows the columns with the fields that they fit, samples, the first 20 rows and their number', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `C${index};${index};\n`)
  const { format, columns, rows: shown, total, sheets } = await preview(`code;Weight;Colour\n${rows.join('')}`)
  assert.deepEqual([format, sheets, shown.length, total], ['csv', [], 20, 30])
  assert.deepEqual(columns, [
    { name: 'code', field: 'code', samples: ['C0', 'C1', 'C2'] },
    { name: 'Weight', field: 'weight', samples: ['0', '1', '2'] },
    { name: 'Colour', field: null, samples: [] },
  ])
  assert.deepEqual(shown[0], ['C0', '0', null])
})

it('reads a workbook, and names its sheets', async () => {
  const { format, sheets, columns } = await preview(xlsxOf({ rows: `${rowOf('Code', 'Mass')}${rowOf('A', 'B')}` }))
  assert.deepEqual([format, sheets.length], ['xlsx', 1])
  assert.deepEqual(
    columns.map(({ field }: Body) => field),
    ['code', null],
  )
})

it('prefers the saved mapping of the caller', async () => {
  const user = await server.user()
  const saved = await user.call('PUT', '/api/v1/import-mappings/all/parts', {
    mapping: { Nummer: 'code', x: 'weight' },
  })
  assertDone(saved)
  const fileHash = await anUpload(user.call, 'nummer;Weight\nA;1\n', 'a.csv')
  const answer = await user.call('POST', '/api/v1/imports/preview', { application: 'all.parts', fileHash })
  assertDone(answer)
  assert.deepEqual(
    answer.body.columns.map(({ field }: Body) => field),
    ['code', 'weight'],
  )
})

it('refuses a missing or unreadable file, an unknown application, and callers who may not import', async () => {
  const ask = (body: Body) => server.call('POST', '/api/v1/imports/preview', { application: 'all.parts', ...body })
  assertRefused(await ask({ fileHash: newId() }), 400, 'import.file_missing', /upload the file again/)
  const fileHash = await anUpload(server.call, ';;\n', 'a.csv')
  assertRefused(await ask({ fileHash }), 400, 'import.file_unreadable', /empty/)
  assertRefused(await ask({ fileHash, format: 'pdf' }), 400, 'import.wrong_option', /unknown format/)
  assertRefused(await ask({ fileHash, application: 'none' }), 404, 'application.not_found', /not found/)
  await using law = await startGuarded()
  const own = await anUpload(law.clerk.call, 'title\na\n', 'a.csv')
  const body = { application: 'law.matters', fileHash: own }
  assertRefused(await law.clerk.call('POST', '/api/v1/imports/preview', body), 403, 'auth.not_allowed', /import into/)
  const hash = await anUpload(law.importer.call, 'title;secret\na;b\n', 'a.csv')
  const seen = await law.importer.call('POST', '/api/v1/imports/preview', { ...body, fileHash: hash })
  assertDone(seen)
  assert.deepEqual(
    seen.body.columns.map(({ field }: Body) => field),
    ['title', null],
    'a hidden field is not suggested',
  )
})

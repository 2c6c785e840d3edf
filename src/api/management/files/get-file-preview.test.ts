import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aFile } from '../../v1/disk/files.fixture.ts'

const server = useServer()

async function preview(id: string): Promise<Body> {
  const answer = await server.call('GET', `/api/v1/files/${id}/preview`)
  assertDone(answer)
  return answer.body
}

it('follows from the content of the file, and for texts also from the name', async () => {
  const png = Buffer.from('89504e470d0a1a0a00000000', 'hex')
  const cases: [Buffer | string, string, string][] = [
    ['%PDF-1.7 …', 'contract.pdf', 'pdf'],
    ['%PDF-1.7 …', 'no ending', 'pdf'],
    [png, 'stamp.txt', 'image'],
    ['a;b\nЁ;ж\n', 'table.csv', 'text'],
    ['', 'empty.txt', 'text'],
    [`${'a'.repeat(16_383)}Ё and more`, 'long.md', 'text'],
    ['not a picture', 'stamp.png', 'none'],
    ['<script>alert(1)</script>', 'page.html', 'none'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'drawing.svg', 'none'],
    [Buffer.from('d2e5eaf1f2', 'hex'), 'cp1251.txt', 'none'],
    [Buffer.from('61006200', 'hex'), 'utf16.txt', 'none'],
    ['a'.repeat(1024 * 1024 + 1), 'large.txt', 'none'],
  ]
  for (const [bytes, name, kind] of cases) {
    const { __id } = await aFile(server.call, bytes, `${newId()}-${name}`)
    assert.equal((await preview(__id)).kind, kind, name)
  }
})

it('has a link that shows pictures and PDF files in place, and offers all others for saving', async () => {
  const shown = async (bytes: string, name: string): Promise<string> => {
    const { __id } = await aFile(server.call, bytes, `${newId()}-${name}`)
    const { url, version, size } = await preview(__id)
    assert.deepEqual([version, size], [1, Buffer.byteLength(bytes)])
    const answer = await fetch(new URL(url, server.running().url))
    assert.equal(await answer.text(), bytes)
    assert.match(answer.headers.get('content-security-policy')!, /sandbox/)
    return answer.headers.get('content-disposition')!.split(';')[0]!
  }
  assert.equal(await shown('%PDF-1.7', 'a.pdf'), 'inline')
  assert.equal(await shown('text', 'a.txt'), 'attachment')
  assert.equal(await shown('<b>', 'a.html'), 'attachment')
})

it('does not exist for files and versions that do not exist', async () => {
  const missing = await server.call('GET', `/api/v1/files/${newId()}/preview`)
  assertRefused(missing, 404, 'files.not_found', /not found/)
  const { __id } = await aFile(server.call, 'x', `${newId()}.txt`)
  const version = await server.call('GET', `/api/v1/files/${__id}/preview?version=7`)
  assertRefused(version, 404, 'files.not_found', /no version 7/)
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { adminToken } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../process/definition/templates/templates.fixture.ts'

const server = useServer()

const fileOf = (version: string) =>
  fetch(`${server.running().url}/api/v1/processes/ref/kept/versions/${version}/bpmn`, {
    headers: { authorization: `Bearer ${adminToken}` },
  })

it('returns the bytes of the file as they were published, in any encoding', async () => {
  const utf16 = Buffer.from(
    `\ufeff<?xml version="1.0" encoding="UTF-16"?>\r\n${oneTask().replace('<process ', '<process name="Prüfung" ')}`,
    'utf16le',
  )
  const utf8 = Buffer.from(`\ufeff${oneTask().replace('<process ', '<process name="Проверка" ')}\n\n`)
  for (const bytes of [utf16, utf8]) assertDone(await publish(server.call, 'ref.kept', bytes))
  const first = await fileOf('1')
  assert.deepEqual([first.status, first.headers.get('content-type')], [200, 'application/xml'])
  assert.equal(first.headers.get('content-disposition'), 'attachment; filename="kept-1.bpmn"')
  assert.deepEqual(Buffer.from(await first.arrayBuffer()), utf16)
  assert.deepEqual(Buffer.from(await (await fileOf('2')).arrayBuffer()), utf8)
})

it('refuses a version that does not exist', async () => {
  for (const version of ['9', '0', 'x', '99999999999999999999']) {
    const answer = await server.call('GET', `/api/v1/processes/ref/kept/versions/${version}/bpmn`)
    assertRefused(answer, 404, 'process.not_found', /has no version/)
  }
})

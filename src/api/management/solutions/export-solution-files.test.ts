import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { adminToken } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { readZip } from '../../../solutions/files/read-zip.ts'
import { deploy, one, theFile } from './solution-files.fixture.ts'

const server = useServer()

it('exports the folder with the changed file and applies nothing', async () => {
  await deploy(server.call, 'packing')
  const { hash } = await theFile(server.call, 'packing')
  const response = await fetch(`${server.running().url}/api/v1/solutions/packing/files/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ files: [{ path: one('packing'), text: 'name: Changed\n', hash }] }),
  })
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="packing-1.0.0.zip"')
  const files = await readZip(await response.bytes())
  assert.deepEqual([...files.keys()], [one('packing'), 'namespaces/packing/namespace.yaml', 'solution.yaml'])
  assert.equal(files.get(one('packing')), 'name: Changed\n')
  assert.equal((await theFile(server.call, 'packing')).hash, hash)
})

it('refuses a path that leaves the folder of the solution, or that no definition has', async () => {
  await deploy(server.call, 'leaving')
  for (const path of [
    '../../etc/passwd',
    '/etc/passwd',
    'a//b.yaml',
    'a\\b.yaml',
    'c:/b.yaml',
    '.git/config',
    'data/a.csv',
  ]) {
    const files = [{ path, text: 'name: Changed\n' }]
    for (const action of ['plan', 'apply', 'export']) {
      const refused = await server.call('POST', `/api/v1/solutions/leaving/files/${action}`, { files })
      assertRefused(refused, 400, 'definition.archive_invalid', /is not the path of a definition/)
    }
  }
})

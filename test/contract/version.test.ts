import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { productVersion } from '../../src/foundation/http/product-version.ts'
import { useServer } from '../shared-server.ts'

const server = useServer()
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

it('the version of Chancery is the same everywhere, and comes from package.json', async () => {
  const lock = JSON.parse(read('package-lock.json'))
  const get = async (path: string) => (await server.call('GET', path)).body
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const greeted = await server.call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params: client })
  const versions = {
    lock: lock.version,
    'lock of the root': lock.packages[''].version,
    'the newest section of CHANGELOG.md': /^## (\d\S*)/m.exec(read('CHANGELOG.md'))?.[1],
    'docs/openapi.json': JSON.parse(read('docs/openapi.json')).info.version,
    '/openapi.json': (await get('/openapi.json')).info.version,
    '/health/live': (await get('/health/live')).version,
    '/api/v1/system': (await get('/api/v1/system')).version,
    mcp: greeted.body.result.serverInfo.version,
    '--version': String(execFileSync(process.execPath, ['bin/chancery.js', '--version'])).trim(),
  }
  assert.equal(productVersion, JSON.parse(read('package.json')).version)
  for (const [place, version] of Object.entries(versions)) assert.equal(version, productVersion, place)
})

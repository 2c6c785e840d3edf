import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { collectionBody, directusTemplate, fields } from './fields.ts'
import { newestReleases, reasonOf } from './install.ts'
import { operations } from './operations.ts'
import { totalOf } from './peer.ts'
import { type PeerFigures, peerTables } from './tables.ts'

const application = new URL('../solution/namespaces/bench/apps/records.yaml', import.meta.url)

test('the collection has a column for each field of the application', () => {
  const codes = (parse(readFileSync(application, 'utf8')).fields as { code: string }[]).map(({ code }) => code)
  assert.equal(codes.length, 26)
  assert.deepEqual(
    fields.slice(-26).map(({ field }) => field),
    codes,
  )
  const { fields: created } = collectionBody() as { fields: { field: string; schema: object }[] }
  assert.deepEqual(created[0]?.schema, { is_primary_key: true, has_auto_increment: false })
  for (const field of Object.keys(JSON.parse(directusTemplate()))) assert.ok(codes.includes(field), field)
})

test('the indexes are those that the application declares', () => {
  const declared = parse(readFileSync(application, 'utf8')).fields as { code: string; indexed?: boolean }[]
  const codes = declared.filter(({ indexed }) => indexed).map(({ code }) => code)
  const indexed = fields.filter(({ isIndexed }) => isIndexed).map(({ field }) => field)
  // Chancery keeps an index of each of the two system columns for every application.
  assert.deepEqual(indexed, ['status', 'created_at', ...codes])
})

test('every list with filters has another filter in each request, for both servers', () => {
  for (const { workload, directus } of operations) {
    const body = workload.body?.(0, 1000)
    if (!body?.includes('filter')) continue
    assert.match(body, /@n@/, workload.name)
    assert.match(directus(1000).path, /@n@/, workload.name)
  }
})

test('the newest releases of a major version come first, without pre-releases', () => {
  const versions = ['11.17.4', '12.0.2', '12.10.0', '12.9.1', '12.9.12', '12.11.0-rc.1', '13.0.0']
  assert.deepEqual(newestReleases(versions, 12), ['12.10.0', '12.9.12', '12.9.1', '12.0.2'])
})

test('the reason of a failed installation is one line', () => {
  const stderr = [
    'npm error code ENOTFOUND',
    'npm error syscall getaddrinfo',
    'npm error network request to the registry failed, reason: getaddrinfo ENOTFOUND',
    'npm error A complete log of this run can be found in: /root/.npm/_logs/debug.log',
  ].join('\n')
  const reason = 'network request to the registry failed, reason: getaddrinfo ENOTFOUND'
  assert.equal(reasonOf(Object.assign(new Error('Command failed: npm install\nmore'), { stderr })), reason)
  assert.equal(reasonOf(new Error('spawn npm ENOENT\nmore')), 'spawn npm ENOENT')
})

test('the total of a list is found in the answers of both servers', () => {
  assert.equal(totalOf('{"success":true,"result":{"result":[],"total":12}}'), 12)
  assert.equal(totalOf('{"meta":{"filter_count":7},"data":[]}'), 7)
  assert.equal(totalOf('{"data":{"id":"1"}}'), undefined)
})

test('the tables show ratios with their spread, the missed target, and CPU times', () => {
  const cpu = { server: 300, database: 250.4, generator: 90 }
  const figures: PeerFigures = {
    ...{ title: 'get', plainTarget: 0.8, directusTarget: 10 },
    chancery: { perSecond: [900, 1000, 1100], cpuUs: [cpu, cpu, cpu] },
    plain: { perSecond: [1000, 2000, 3000], cpuUs: [{ server: 140, database: 300 }] },
    directus: { perSecond: [50, 50, 50], cpuUs: [] },
  }
  const tables = peerTables([figures])
  assert.match(tables, /\| get \| 2000 \| 1000 \| \*\*0\.50\*\* \| 0\.37–0\.90 \| ≥ 0\.80: missed by 0\.30 \| 0\.80 \|/)
  assert.match(tables, /\| get \| 50 \| 1000 \| \*\*20\.00\*\* \| 18\.00–22\.00 \| ≥ 10\.00 \| – \|/)
  assert.match(tables, /\| get \| 300 \+ 250 \| 140 \+ 300 \| – \|/)
  const alone = peerTables([{ ...figures, directus: { perSecond: [], cpuUs: [] } }])
  assert.doesNotMatch(alone, /### Chancery compared with Directus/)
})

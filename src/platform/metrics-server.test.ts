import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { createMetrics } from '../foundation/metrics/index.ts'
import { serveMetrics } from './metrics-server.ts'

const metrics = createMetrics({ version: '1' })
const served = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
after(async () => {
  await served.close()
  metrics.close()
})
const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${served.port}${path}`, { method })

it('serves metrics at an address of their own, and nothing else', async () => {
  const answer = await ask('/metrics?x=1')
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /^chancery_build_info\{/m)
  for (const path of ['/', '/api/v1/system', '/health/live', '/metrics/']) assert.equal((await ask(path)).status, 404)
  assert.equal((await ask('/metrics', 'POST')).status, 405)
})

it('refuses a port that is in use', async () => {
  await assert.rejects(serveMetrics(metrics, { host: '127.0.0.1', port: served.port }), /EADDRINUSE/)
})

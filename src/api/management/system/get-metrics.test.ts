import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { aUser } from '../../../../test/everything.ts'
import { adminToken, startEmptyPlatform } from '../../../../test/platform.ts'
import { tamper } from '../../../../test/postgres-server.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

async function metrics({ url }: { url: string } = server.running()): Promise<string> {
  const answer = await fetch(`${url}/api/v1/metrics`, { headers: { authorization: `Bearer ${adminToken}` } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  assert.match(answer.headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/)
  return answer.text()
}

const figure = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? Number.NaN,
  )

it('counts requests by operation and status, their durations, and the use of the database', async () => {
  const series = 'chancery_http_requests_total{operation="getSystem",status="200"}'
  await server.call('GET', '/api/v1/system')
  const before = figure(await metrics(), series)
  assert.ok(before >= 1)
  await server.call('GET', '/api/v1/system')
  const text = await metrics()
  assert.equal(figure(text, series), before + 1)
  assert.ok(figure(text, 'chancery_http_request_duration_seconds_count{operation="getSystem"}') > before)
  assert.ok(figure(text, 'chancery_database_duration_seconds_count{way="reader"}') > 0)
  assert.ok(figure(text, 'chancery_database_connections{state="open"}') >= 1)
  assert.equal(figure(text, 'chancery_requests_refused_total{class="short",reason="queue full"}'), 0)
})

it('counts failed sign-ins', async () => {
  const series = 'chancery_sign_in_failures_total{status="401"}'
  const before = figure(await metrics(), series) || 0
  const refused = await server.as('')('POST', '/api/v1/sign-in', { login: 'nobody', password: 'wrong password' })
  assert.equal(refused.status, 401)
  assert.equal(figure(await metrics(), series), before + 1)
})

it('has the figures of the rooms', async () => {
  const text = await metrics()
  assert.doesNotMatch(text, /^chancery_measure_failed\{.*\} 1$/m)
  assert.ok(figure(text, 'chancery_database_size_bytes') > 1_000_000)
  for (const series of [
    'chancery_files_size_bytes',
    'chancery_process_due_lag_seconds',
    'chancery_process_instances_running',
    'chancery_process_incidents_open',
    'chancery_webhook_deliveries_pending',
    'chancery_webhook_lag_seconds',
    'chancery_backup_failed',
    'chancery_audit_unsealed_seconds',
    'chancery_audit_sealing_stopped',
  ])
    assert.ok(figure(text, series) >= 0, series)
  assert.match(text, /^chancery_disk_free_bytes\{folder="DATA_DIR"\} \d+$/m)
  assert.match(text, /^chancery_jobs\{queue="[^"]+",state="due"\} \d+$/m)
  assert.match(text, /^chancery_job_lag_seconds\{queue="[^"]+"\} [\d.]+$/m)
})

it('reports rows of the audit log that have not been sealed for more than a minute', async () => {
  // A server of its own, because figures of the database are kept for some seconds.
  await using own = await startEmptyPlatform()
  await aUser(own, { login: 'somebody' })
  // The server seals only turns that have ended, and this turn is far in the future.
  await tamper(own.platform.database, `update audit set turn = 5000000000, at = at - interval '5 minutes'`)
  const seconds = figure(await metrics(own), 'chancery_audit_unsealed_seconds')
  assert.ok(seconds >= 300 && seconds < 3_600, `${seconds}`)
})

it('follows the conventions of Prometheus, so that promtool finds nothing', async (test) => {
  const text = await metrics()
  // The label belongs to the type summary, which no metric has.
  assert.doesNotMatch(text, /[{,]quantile=/)
  const promtool = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  if (promtool.error) return test.skip('SKIPPED: install prometheus')
  assert.equal(promtool.stderr + promtool.stdout, '')
})

it('has every metric that the Grafana dashboard and the alerts name', async () => {
  const text = await metrics()
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
  const files = globSync('deploy/{grafana,prometheus}/*')
  assert.ok(files.length >= 2, `${files}`)
  for (const file of files) {
    const named = new Set(readFileSync(file, 'utf8').match(/\b(?:chancery|process)_[a-z_]+\b/g))
    assert.ok(named.size >= 3, file)
    for (const name of named)
      assert.ok(known.has(name.replace(/_(bucket|sum|count)$/, '')) || known.has(name), `${file} names ${name}`)
  }
})

it('has alerts that are raised in trouble only, and each of them has a test', (test) => {
  const [rules, tests] = ['alerts.yaml', 'alerts.test.yaml'].map((name) =>
    readFileSync(`deploy/prometheus/${name}`, 'utf8'),
  )
  const raised = new Set([...tests!.matchAll(/alertname: (\w+)\n *exp_alerts:/g)].map(([, alert]) => alert))
  const defined = new Set([...rules!.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert))
  assert.deepEqual(raised, defined)
  const promtool = spawnSync('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yaml'], { encoding: 'utf8' })
  if (promtool.error) return test.skip('SKIPPED: install prometheus')
  assert.equal(promtool.status, 0, promtool.stdout + promtool.stderr)
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startTestPlatform } from '../../../test/platform.ts'
import { createJobs } from '../jobs/index.ts'
import { openTracing } from './index.ts'

interface SentSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[]
  readonly status: { code?: number }
}

const spans: SentSpan[] = []
let service: string | undefined
/** A collector that understands OTLP over HTTP as JSON. */
const collector = createServer(async (request, response) => {
  if (request.url === '/secret-path') return response.end('a file')
  assert.equal(`${request.method} ${request.url}`, 'POST /v1/traces')
  const body = (await json(request)) as Body
  for (const { resource, scopeSpans } of body.resourceSpans) {
    service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
    for (const scope of scopeSpans) spans.push(...scope.spans)
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

interface Body {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

async function spanWhere(isIt: (span: SentSpan) => boolean, from = 0): Promise<SentSpan> {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    const found = spans.slice(from).find(isIt)
    if (found !== undefined) return found
    await wait(20)
  }
  throw new Error(`no such span in ${spans.map(({ name }) => name)}`)
}
const spanNamed = (name: string, from = 0) => spanWhere((span) => span.name === name, from)
const attribute = (span: SentSpan, key: string) => span.attributes.find((one) => one.key === key)?.value.stringValue

const platform = await startTestPlatform({
  OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
  OTEL_SERVICE_NAME: 'tried',
  OUTBOUND_ALLOW: '127.0.0.1',
  OUTBOUND_PORTS: new URL(endpoint).port,
})
after(async () => {
  await platform[Symbol.asyncDispose]()
  collector.close()
})

it('sends a request, with its use of the database below it, in the trace of the caller', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  const answer = await platform.call('POST', '/api/v1/users', { login: 'traced' }, { traceparent })
  assert.equal(answer.status, 200)
  const request = await spanNamed('POST /api/v1/users')
  assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [traceId, '00f067aa0ba902b7', 2])
  assert.equal(attribute(request, 'chancery.operation'), 'createUser')
  assert.match(attribute(request, 'chancery.request_id') ?? '', /^[\da-f-]{36}$/)
  const transaction = await spanWhere(
    ({ name, parentSpanId }) => name === 'database transaction' && parentSpanId === request.spanId,
  )
  assert.deepEqual([transaction.traceId, transaction.kind], [traceId, 3])
  assert.equal(service, 'tried')
})

it('begins a trace of its own for a request without a valid traceparent, and names the code of a refusal', async () => {
  const from = spans.length
  const zero = `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`
  const refused = await platform.call('POST', '/api/v1/users', { login: 'traced' }, { traceparent: zero })
  assert.equal(refused.status, 400)
  const request = await spanNamed('POST /api/v1/users', from)
  assert.notEqual(request.traceId, '0'.repeat(32))
  assert.equal(request.parentSpanId || undefined, undefined)
  assert.equal(attribute(request, 'error.type'), refused.body.code)
  assert.notEqual(request.status.code, 2, 'a refusal is no fault of the server')
})

it('has spans of requests to other systems, without their paths', async () => {
  const from = spans.length
  const answer = await platform.call('POST', '/pub/v1/disk/uploads/from-link', {
    downloadLinks: [`${endpoint}/secret-path`],
  })
  assert.equal(answer.status, 200)
  const outbound = await spanNamed('GET 127.0.0.1', from)
  assert.equal(outbound.kind, 3)
  assert.ok(!JSON.stringify(outbound).includes('secret-path'))
})

it('has spans of jobs, and sends the last ones when it is closed', async () => {
  const tracing = await openTracing({ endpoint, serviceName: 'jobs', version: '1' })
  const jobs = await createJobs({ database: platform.platform.database, log: () => {}, tracing })
  const done = Promise.withResolvers<void>()
  await jobs.work('traced', async () => done.resolve())
  await jobs.start()
  await platform.platform.database.transaction((tx) => jobs.enqueue(tx, 'traced', {}))
  jobs.nudge('traced')
  await done.promise
  await jobs.close()
  await tracing.close()
  const job = await spanNamed('job traced')
  assert.deepEqual([job.kind, job.attributes.find(({ key }) => key === 'chancery.attempt')?.value.intValue], [5, 1])
})

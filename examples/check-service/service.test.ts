// On PostgreSQL at night: its results do not depend on the database.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { testPlace } from '../../test/database.ts'
import { freePort, readyUrl, runChancery, runProgram, type ServerProcess } from '../../test/server-process.ts'
import { type Client, connect } from '../office/client.ts'
import { create, scan } from '../office/documents.ts'
import { moveIn } from '../office/people.ts'

const token = 'token-of-the-administrator'
const key = 'key of the test'
const place = await testPlace()
let server: ServerProcess
let service: ServerProcess
let serviceUrl: string
let client: Client
let lawyer: Client
before(async () => {
  const port = await freePort()
  serviceUrl = `http://127.0.0.1:${port}`
  server = runChancery(['serve'], {
    ...{ PORT: '0', DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '', ADMIN_TOKEN: token },
    ...{ SAMPLE: 'office-without-data', OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_PORTS: String(port) },
  })
  const program = fileURLToPath(new URL('service.ts', import.meta.url))
  service = runProgram(program, [], { PORT: String(port), KEY: key, CHANCERY_TOKEN: token, LATER_MS: '100' })
  client = connect(await readyUrl(server), token)
  lawyer = (await moveIn(client)).as('baker')
  await client.call('PATCH', '/api/v1/modules/checks', { settings: { service_url: serviceUrl, key } })
  while (!service.output().includes('listens')) await wait(20)
})
after(async () => {
  for (const { child, exited } of [service, server]) {
    child.kill('SIGTERM')
    await exited
  }
  await place.remove()
})

/** Creates a contract of so many roubles, and waits until its process has a task at an element of the diagram. */
async function reaches(roubles: number, elementId: string): Promise<void> {
  const counterparty = await create(client, 'ref/counterparties', { __name: `Works of ${roubles}` })
  const contract = await create(lawyer, 'legal/contracts', {
    subject: `Supply for ${roubles}`,
    counterparty: [counterparty.__id],
    amount: { cents: roubles * 100, currency: 'RUB' },
    scans: [await scan(lawyer, 'Contract')],
  })
  for (let looks = 600; looks > 0; looks--) {
    const tasks = `/api/v1/tasks?itemId=${contract.__id}&elementId=${elementId}`
    if ((await client.call('GET', tasks)).result.total > 0) return
    await wait(100)
  }
  assert.fail(`the process has no task "${elementId}"\n${service.output()}${service.errors()}`)
}

it('a contract with an amount below a million is checked at once and goes to its approvers', async () => {
  await reaches(999_999, 'approve')
  assert.equal(service.output().includes('restore-point'), false)
})

it('a larger amount is answered later through the restore point, and the management decides', async () => {
  await reaches(1_000_000, 'override_check')
  // The service prints this when the answer of the server has arrived, which may be after the process has gone on.
  const answered = /restore-point\/[^ ]+ was answered 200/
  for (let looks = 0; looks < 600 && !answered.test(service.output()); looks++) await wait(100)
  assert.match(service.output(), answered)
})

it('the service refuses a request that is not signed with its key', async () => {
  for (const signature of ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`]) {
    const headers = { 'chancery-signature': signature }
    const answer = await fetch(`${serviceUrl}/checks`, { method: 'POST', headers, body: '{"input":{"amount":1}}' })
    assert.equal(answer.status, 401)
  }
})

// Takes long: it kills servers while they send.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mailServer, type ReceivedMail, readMail } from '../../src/foundation/mail/mail-server.fixture.ts'
import { publish } from '../../src/process/definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../src/process/engine/process.fixture.ts'
import { testPlace } from '../database.ts'
import { adminToken } from '../kill/api-client.ts'
import { deploy } from '../kill/deploy.ts'
import { type Server, startServer } from '../kill/server.ts'
import { type Body, callAs } from '../platform.ts'
import { freePort } from '../server-process.ts'

const kills = 2
const clients = 4
const patienceMs = 60_000

/** A process with one task for the user in the variable `who`. */
const oneTask = bpmn([
  extensions('<chancery:variable name="who" type="string"/>'),
  start(),
  element('userTask', 'check', extensions('<chancery:performer type="variable" value="who"/>')),
  end(),
  flows('s > check > e'),
])

it('every task gives one notification, in the list and by mail, although nodes are killed while they send them', async () => {
  await using smtp = await mailServer()
  const { host, port } = smtp.settings
  const environment = { SMTP_URL: `smtp://${host}:${port}`, MAIL_FROM: smtp.settings.from }
  const place = await testPlace()
  // The embedded database has one node. PostgreSQL has two, each with its own data folder.
  const places = [place, ...(place.databaseUrl === undefined ? [] : [await testPlace()])]
  const ports = await Promise.all(places.map(freePort))
  const startNode = (node: number): Promise<Server> =>
    startServer({
      dataDir: places[node]!.dataDir,
      port: ports[node]!,
      databaseUrl: place.databaseUrl,
      environment,
    })
  const nodes: Server[] = []
  for (const node of places.keys()) nodes.push(await startNode(node))
  await deploy(nodes.map(({ url }) => url))
  const calls = nodes.map(({ url }) => callAs(url, adminToken))
  const call = calls[0]!
  try {
    const published = await publish(call, 'docs.told', oneTask)
    assert.equal(published.status, 200, JSON.stringify(published.body))
    for (const one of calls)
      await eventually(
        () => one('GET', '/api/v1/processes/docs/told'),
        ({ status }) => status === 200,
      )
    const users = await Promise.all(['anna', 'boris'].map((login) => aUser(call, nodes[0]!.url, login)))

    let isOver = false
    async function startInstances(client: number): Promise<void> {
      while (!isOver) {
        const who = users[client % users.length]!.id
        const path = '/pub/v1/bpm/template/docs/told/run'
        // Requests to a node that is down fail.
        await calls[client % calls.length]!('POST', path, { context: { who } }).catch(() => sleep(50))
      }
    }
    const working = Array.from({ length: clients }, (_, client) => startInstances(client))
    for (let kill = 0; kill < kills; kill++) {
      await sleep(200 + Math.random() * 600)
      const victim = kill % nodes.length
      await nodes[victim]!.kill()
      nodes[victim] = await startNode(victim)
    }
    isOver = true
    await Promise.all(working)

    for (const { id, call: own } of users) {
      const tasks = await all(call, `/api/v1/tasks?performer=${id}`)
      assert.ok(tasks.length > 0)
      const told = await eventually(
        () => all(own, '/api/v1/notifications'),
        (list) => list.length >= tasks.length,
      )
      assert.deepEqual(told.map(({ about }) => about.id).sort(), tasks.map((task) => task.id).sort())
    }
    const sent = async () => mailsByNotification(smtp.received)
    const count = (await all(call, '/api/v1/tasks?performer=any')).length
    const mails = await eventually(sent, ({ size }) => size >= count)
    assert.equal(mails.size, count)
    // A mail is sent twice if its node was killed before recording it as sent; both mails have the same Message-ID.
    for (const [task, ids] of mails) assert.equal(ids.size, 1, `task ${task} was in several mails`)
  } finally {
    for (const node of nodes) await node.stop()
    for (const one of places) await one.remove()
  }
})

async function aUser(call: ReturnType<typeof callAs>, url: string, login: string) {
  const created = await call('POST', '/api/v1/users', { login, email: `${login}@example.com` })
  const token = await call('POST', '/api/v1/tokens', { name: 'test', login })
  return { id: created.body.id as string, call: callAs(url, token.body.token) }
}

async function all(call: ReturnType<typeof callAs>, path: string): Promise<Body[]> {
  const answer = await call('GET', `${path}${path.includes('?') ? '&' : '?'}size=10000`)
  assert.equal(answer.status, 200)
  return answer.body.result.result
}

/** Returns the Message-IDs of the mails that name each task. */
function mailsByNotification(received: readonly ReceivedMail[]): Map<string, Set<string>> {
  const mails = new Map<string, Set<string>>()
  for (const mail of received) {
    const { text, headers } = readMail(mail)
    const id = /^Message-ID: (\S+)/m.exec(headers)![1]!
    for (const [, task] of text.matchAll(/\/console\/tasks\/([0-9a-f-]{36})/g))
      mails.set(task!, (mails.get(task!) ?? new Set()).add(id))
  }
  return mails
}

async function eventually<T>(look: () => Promise<T>, isDone: (result: T) => boolean): Promise<T> {
  const untilMs = performance.now() + patienceMs
  for (;;) {
    const result = await look()
    if (isDone(result) || performance.now() > untilMs) return result
    await sleep(100)
  }
}

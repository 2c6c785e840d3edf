// On PostgreSQL at night: its results do not depend on the database.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { systemCaller } from '../../src/people/index.ts'
import { assertDone, aUser, listed, made } from '../../test/everything.ts'
import { adminToken, type Body, startEmptyPlatform, type TestPlatform } from '../../test/platform.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const project = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const requests = '/pub/v1/app/desk/requests'
let server: TestPlatform
let work: string
before(async () => {
  server = await startEmptyPlatform()
  const { apps, people } = server.platform.context
  await apps.solutions.applyFolder(systemCaller(await people.administrator()), join(folder, 'desk'))
  work = mkdtempSync(join(tmpdir(), 'first-solution-'))
})
after(async () => {
  rmSync(work, { recursive: true })
  await server[Symbol.asyncDispose]()
})

const chancery = (...words: string[]) =>
  run(process.execPath, [join(project, 'bin', 'chancery.js'), ...words], { cwd: work })

/** Repeats `look` until it finds something. Transactions of other tests on the same server delay events. */
async function untilSome(look: () => Promise<Body[]>): Promise<Body[]> {
  for (let left = 600; left > 0; left--) {
    const found = await look()
    if (found.length > 0) return found
    await wait(50)
  }
  throw new Error('nothing came')
}

it('the page shows every file of the solution, and the client, as it is', () => {
  const page = readFileSync(join(project, 'docs', 'first-solution.md'), 'utf8')
  const files = globSync('**/*.{yaml,bpmn,sql}', { cwd: join(folder, 'desk') })
  assert.equal(files.length, 9)
  for (const path of [...files.map((file) => join('desk', file)), 'client.ts'])
    assert.ok(page.includes(readFileSync(join(folder, path), 'utf8')), `${path} differs from docs/first-solution.md`)
})

it('a manager decides on an expensive request, and the report has it', async () => {
  const { call, id } = await aUser(server, { login: 'petrov' })
  const groups = await server.call('GET', '/pub/v1/scheme/namespaces/desk/groups')
  const managers = groups.body.result.result.find(({ code }: Body) => code === 'managers')
  assertDone(await server.call('POST', `/pub/v1/scheme/groups/${managers.__id}/add-items`, [id]))
  await made(server.call, requests, { title: 'Mouse', cost: 20 })
  const { __id: laptop } = await made(server.call, requests, { title: 'Laptop', cost: 1500 })
  const [task] = await untilSome(async () => (await call('GET', '/api/v1/tasks')).body.result.result)
  assert.equal(task.subject, 'Approve: Laptop')
  const answer = { exit: 'reject', context: { reason: 'too expensive' } }
  assertDone(await call('POST', `/api/v1/tasks/${task.id}/complete`, answer))
  const ended = (code: string) => async () => (await listed(server.call, requests, { statusCode: [code] })).items
  assert.deepEqual(
    (await untilSome(ended('rejected'))).map(({ __id }) => __id),
    [laptop],
  )
  await untilSome(ended('approved'))
  const report = await server.call('POST', '/pub/v1/reports/desk/spending/list', {})
  assertDone(report)
  assert.deepEqual(
    report.body.result.result.map(({ status, cost }: Body) => [status, cost]),
    [
      ['rejected', 1500],
      ['approved', 20],
    ],
  )
})

it('the client compiles with the types of this installation, and asks for a laptop', async () => {
  const { stdout } = await chancery('types', '--server', server.url, '--token', adminToken)
  assert.match(stdout, /chancery-types\.ts: 3 applications, \d+ paths/)
  copyFileSync(join(folder, 'client.ts'), join(work, 'client.ts'))
  symlinkSync(join(project, 'node_modules'), join(work, 'node_modules'))
  writeFileSync(join(work, 'package.json'), '{"type":"module"}')
  const compile = () => {
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', 'node']
    const more = ['--allowImportingTsExtensions', '--skipLibCheck', join(work, 'client.ts')]
    return run(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), ...options, ...more], { cwd: work })
  }
  await compile()
  const environment = { ...process.env, CHANCERY_URL: server.url, CHANCERY_TOKEN: adminToken }
  const client = await run(process.execPath, [join(work, 'client.ts')], { env: environment })
  assert.match(client.stdout, /Laptop 1500 2026-09-01T00:00:00Z/)
  const wrong = readFileSync(join(work, 'client.ts'), 'utf8').replace('cost: 1500', "cost: '1500'")
  writeFileSync(join(work, 'client.ts'), wrong)
  await assert.rejects(compile(), ({ stdout: problems }: { stdout: string }) =>
    /'string' is not assignable/.test(problems),
  )
})

// Takes long: it starts the program many times.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type TestPlace, testPlace } from '../database.ts'
import type { Body } from '../platform.ts'
import { freePort, readyUrl, runChancery, type ServerProcess } from '../server-process.ts'

const settings = ({ dataDir, databaseUrl }: TestPlace, more: Record<string, string> = {}): Record<string, string> => ({
  DATA_DIR: dataDir,
  PORT: '0',
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  ...more,
})

const own = 'my-own-long-enough-token'

async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
}

/**
 * Runs the printed curl command: a shell parses it, as it would for a person, but fetch sends the request, so that curl
 * need not be installed.
 */
async function runCurl(output: string): Promise<Body> {
  const words = /^\s+curl -s (.+)$/m.exec(output)![1]!
  const [url, flag, header] = execFileSync('sh', ['-c', `printf '%s\\n' ${words}`], { encoding: 'utf8' }).split('\n')
  assert.equal(flag, '-H')
  const response = await fetch(url!, { headers: [header!.split(': ') as [string, string]] })
  return (await response.json()) as Body
}

describe('chancery serve', () => {
  it('prints a curl line that works, does not log its token, and stops cleanly', async () => {
    const place = await testPlace()
    const server = runChancery(['serve', '--sample', 'office'], settings(place))
    const url = await readyUrl(server)
    const answer = await runCurl(server.output())
    assert.equal(answer.success, true)
    assert.ok(answer.result.total > 0, 'the sample has counterparties')

    const file = join(place.dataDir, 'admin-token')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.ok(server.output().includes(readFileSync(file, 'utf8').trim()))
    for (const path of ['/health/live', '/health/ready', '/openapi.json']) {
      assert.equal((await fetch(`${url}${path}`)).status, 200)
    }

    server.child.kill('SIGTERM')
    assert.equal(await server.exited, 0)
    assert.equal(server.errors(), '')
    await place.remove()
  })

  it('does not accept requests before the sample is deployed', async () => {
    const place = await testPlace()
    const port = await freePort()
    const server = runChancery(
      ['serve', '--sample', 'office'],
      settings(place, { PORT: String(port), ADMIN_TOKEN: own }),
    )
    const url = `http://127.0.0.1:${port}`
    while (
      !(await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await wait(1)
    const list = await fetch(`${url}/pub/v1/app/ref/counterparties/list`, { headers: { 'x-token': own } })
    assert.equal(((await list.json()) as Body).success, true)
    await readyUrl(server)
    server.child.kill('SIGTERM')
    assert.equal(await server.exited, 0)
    await place.remove()
  })

  it('shows its token once; later the curl line reads the token from its file', async () => {
    const place = await testPlace()
    const first = runChancery(['serve'], settings(place))
    await readyUrl(first)
    first.child.kill('SIGTERM')
    await first.exited
    const second = runChancery(['serve'], settings(place))
    await readyUrl(second)
    assert.ok(!second.output().includes(readFileSync(join(place.dataDir, 'admin-token'), 'utf8').trim()))
    assert.equal((await runCurl(second.output())).success, true)
    second.child.kill('SIGTERM')
    await second.exited
    await place.remove()
  })

  it('stops cleanly when Ctrl+C arrives twice, from the terminal and from npm', async () => {
    const place = await testPlace()
    const server = runChancery(['serve'], settings(place))
    await readyUrl(server)
    server.child.kill('SIGINT')
    await wait(2)
    server.child.kill('SIGINT')
    assert.equal(await server.exited, 0)
    assert.ok(!existsSync(join(place.dataDir, 'lock')))
    await place.remove()
  })

  it('refuses a second start on the same data folder with a clear sentence', async () => {
    const place = await testPlace()
    const first = runChancery(['serve'], settings(place))
    await readyUrl(first)
    const second = runChancery(['serve'], settings(place))
    assert.equal(await second.exited, 1)
    assert.match(second.errors(), /DATA_DIR .* is in use by process \d+/)
    first.child.kill('SIGINT')
    assert.equal(await first.exited, 0)
    await place.remove()
  })

  it('accepts the token of ADMIN_TOKEN from the first start on, and also the token of an earlier start', async () => {
    const place = await testPlace()
    const call = async (url: string, token: string) =>
      (await fetch(`${url}/pub/v1/user/list`, { headers: { 'x-token': token } })).status
    const first = runChancery(['serve'], settings(place))
    await readyUrl(first)
    const made = readFileSync(join(place.dataDir, 'admin-token'), 'utf8').trim()
    first.child.kill('SIGKILL')
    await first.exited
    const second = runChancery(['serve'], settings(place, { ADMIN_TOKEN: own }))
    const url = await readyUrl(second)
    assert.equal(await call(url, own), 200)
    assert.equal(await call(url, made), 200)
    assert.equal(await call(url, `${made}x`), 401)
    assert.ok(!second.output().includes(own))
    second.child.kill('SIGTERM')
    await second.exited
    await place.remove()
  })

  it('reports that its token was revoked, and accepts another one at the next start', async () => {
    const place = await testPlace()
    const me = async (url: string, token: string) =>
      (await fetch(`${url}/api/v1/me`, { headers: { 'x-token': token } })).status
    const start = (token: string) => runChancery(['serve'], settings(place, { ADMIN_TOKEN: token }))
    const first = start('the-token-that-is-known')
    const headers = { 'x-token': 'the-token-that-is-known' }
    const tokens = `${await readyUrl(first)}/api/v1/tokens`
    const { result } = (await (await fetch(tokens, { headers })).json()) as Body
    assert.equal((await fetch(`${tokens}/${result.result[0].id}`, { method: 'DELETE', headers })).status, 200)
    first.child.kill('SIGTERM')
    await first.exited
    for (const [token, status, said] of [
      ['the-token-that-is-known', 401, /ADMIN_TOKEN was revoked, or .*; set ADMIN_TOKEN to another token/],
      ['a-token-of-afterwards', 200, /the value of ADMIN_TOKEN$/m],
    ] as const) {
      const server = start(token)
      assert.equal(await me(await readyUrl(server), token), status)
      assert.match(server.output(), said)
      server.child.kill('SIGTERM')
      await server.exited
    }
    await place.remove()
  })

  it('leaves a sample unchanged that was modified on the installation', async () => {
    const place = await testPlace()
    const folder = mkdtempSync(join(tmpdir(), 'chancery-office-'))
    cpSync('solutions/office', folder, { recursive: true })
    const products = join(folder, 'namespaces/ref/apps/products.yaml')
    const withColour = readFileSync(products, 'utf8').replace('fields:', 'fields:\n  - { code: colour, type: string }')
    writeFileSync(products, withColour)
    const apply = runChancery(['apply', folder], settings(place))
    assert.equal(await apply.exited, 0, apply.errors())
    const server = runChancery(['serve', '--sample', 'office'], settings(place))
    await readyUrl(server)
    assert.match(server.errors(), /"office" was modified on this installation/)
    server.child.kill('SIGTERM')
    assert.equal(await server.exited, 0)
    rmSync(folder, { recursive: true })
    await place.remove()
  })

  it('ends with a sentence when the port is in use or its token file is empty', async () => {
    const place = await testPlace()
    await using taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const first = runChancery(['serve'], settings(place, { PORT: String(port) }))
    assert.equal(await first.exited, 1)
    assert.match(first.errors(), /another program listens on 127\.0\.0\.1, port \d+; stop it, or set PORT/)
    writeFileSync(join(place.dataDir, 'admin-token'), '')
    const second = runChancery(['serve'], settings(place))
    assert.equal(await second.exited, 1)
    assert.match(second.errors(), /admin-token is empty/)
    await place.remove()
  })

  it('refuses an empty database when the data folder contains files of another one, and changes neither', async () => {
    const place = await testPlace()
    const bytes = join(place.dataDir, 'files/bytes/ab')
    const name = `ab${'0'.repeat(62)}`
    mkdirSync(bytes, { recursive: true })
    writeFileSync(join(bytes, name), 'kept')
    utimesSync(join(bytes, name), 0, 0)
    if (place.databaseUrl === undefined) rmSync(join(place.dataDir, 'db'), { recursive: true })
    else await emptyDatabase(place.databaseUrl)
    const server = runChancery(['serve'], settings(place))
    assert.equal(await server.exited, 1)
    assert.match(
      server.errors(),
      /(no database in .*db|DATABASE_URL is empty), but .*files holds files. Nothing was changed/,
    )
    assert.equal(readFileSync(join(bytes, name), 'utf8'), 'kept')
    assert.equal(existsSync(join(place.dataDir, 'db')), false)
    await place.remove()
  })

  it('ends with a sentence when a setting is invalid', async () => {
    const server = runChancery(['serve'], { PORT: 'http' })
    assert.equal(await server.exited, 1)
    assert.match(server.errors(), /^chancery serve: PORT is "http"/)
  })
})

async function importHasBegun(dataDir: string, server: ServerProcess): Promise<boolean> {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  const address = `${await readyUrl(server)}/pub/v1/app/ref/products/import/status`
  const answer = await fetch(address, { method: 'POST', headers: { 'x-token': token } })
  return ((await answer.json()) as Body).status.created > 0
}

describe('the command line', () => {
  it('uses the running server, or a server that it starts itself', async () => {
    const place = await testPlace()
    const run = async (...words: string[]) => {
      const command = runChancery(words, settings(place))
      return { code: await command.exited, output: command.output(), errors: command.errors() }
    }
    const office = 'solutions/office'
    assert.match((await run('plan', office)).output, /\+ /)
    assert.equal((await run('apply', office)).code, 0)

    const server = runChancery(['serve'], settings(place))
    await readyUrl(server)
    assert.equal((await run('plan', office)).output, 'nothing to change\n')
    const token = (await run('token', 'create', '--name', 'test')).output.trim()
    assert.equal(Buffer.from(token, 'base64url').length, 32)
    const imported = await run('import', `${office}/data/products.csv`, '--to', 'ref.products')
    assert.match(imported.output, /^done: 200 created, 0 updated, 0 unchanged, 0 failed/)
    assert.match(imported.errors, /undo: POST \/api\/v1\/imports\/[0-9a-f-]{36}\/undo/)
    assert.equal(imported.code, 0)
    const missing = await run('import', `${office}/data/nothing.csv`, '--to', 'ref.products')
    assert.match(missing.errors, /the file .*nothing\.csv cannot be read/)
    const options = [
      '--mode',
      'upsert',
      '--key',
      'code',
      '--null-texts',
      'NA,—',
      '--max-errors',
      '0',
      '--format',
      'csv',
    ]
    const again = await run('import', `${office}/data/products.csv`, '--to', 'ref.products', ...options)
    assert.match(again.output, /^done: 0 created, 0 updated, 200 unchanged, 0 failed/)
    const wrong = await run('import', `${office}/data/products.csv`, '--to', 'ref.products', '--max-errors', 'few')
    assert.match(wrong.errors, /maxErrors/)
    server.child.kill('SIGTERM')
    await server.exited
    await place.remove()
  })

  it('cancels the import that it is watching at a Ctrl+C', async () => {
    const place = await testPlace()
    const server = runChancery(['serve', '--sample', 'office-without-data'], settings(place))
    await readyUrl(server)
    const file = join(place.dataDir, 'many.csv')
    const rows = Array.from({ length: 200_000 }, (_, n) => `${n},Product ${n}`)
    writeFileSync(file, `code,title\n${rows.join('\n')}\n`)
    const watched = runChancery(['import', file, '--to', 'ref.products'], settings(place))
    while (!(await importHasBegun(place.dataDir, server))) await wait(20)
    watched.child.kill('SIGINT')
    watched.child.kill('SIGINT')
    assert.equal(await watched.exited, 1)
    assert.match(watched.output(), /^error: [1-9]\d* created.*\n.*the import was cancelled/)
    server.child.kill('SIGTERM')
    await server.exited
    await place.remove()
  })

  it('prints help, and refuses what it does not understand', async () => {
    const help = runChancery(['--help'], {})
    assert.equal(await help.exited, 0)
    for (const name of ['serve', 'plan', 'apply', 'import', 'token create', 'password'])
      assert.ok(help.output().includes(name))
    const serve = runChancery(['serve', '--help'], {})
    assert.equal(await serve.exited, 0)
    assert.match(serve.output(), /DATA_DIR/)
    const wrong = runChancery(['aply'], {})
    assert.equal(await wrong.exited, 2)
    assert.match(wrong.errors(), /no command "aply"/)
  })
})

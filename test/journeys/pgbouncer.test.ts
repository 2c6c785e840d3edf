import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { testPlace } from '../database.ts'
import { assertDone, item } from '../everything.ts'
import { callAs } from '../platform.ts'
import { freePort, readyUrl, runChancery } from '../server-process.ts'

const program = '/usr/sbin/pgbouncer'
const skip = !process.env.TEST_DATABASE_URL
  ? 'SKIPPED: set TEST_DATABASE_URL to a PostgreSQL server'
  : !existsSync(program) && 'SKIPPED: install pgbouncer'
const contacts = '/pub/v1/app/ref/contacts'
const adminToken = 'administrator-behind-pgbouncer'

/** Starts PgBouncer in front of the server of `databaseUrl`. */
async function startBouncer(databaseUrl: string, mode: 'session' | 'transaction') {
  const { hostname, port: serverPort, username, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'chancery-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
ignore_startup_parameters = extra_float_digits
`,
  )
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: Number(execFileSync('id', ['-u', 'postgres'])) } : {}
  if (account.uid !== undefined) for (const path of [folder, file]) chownSync(path, account.uid, account.uid)
  const child = spawn(program, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  for (let attempt = 0; attempt < 3_000 && !log.includes('process up'); attempt++) await wait(20)
  assert.match(log, /process up/)
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      if (child.exitCode === null) await exit
      rmSync(folder, { recursive: true })
    },
  }
}

describe('a server behind PgBouncer', { skip }, () => {
  it('works in session mode', async () => {
    const place = await testPlace()
    try {
      await using bouncer = await startBouncer(place.databaseUrl!, 'session')
      const settings = { PORT: '0', DATA_DIR: place.dataDir, ADMIN_TOKEN: adminToken, SAMPLE: 'office-without-data' }
      const server = runChancery(['serve'], { ...settings, DATABASE_URL: bouncer.url })
      try {
        const url = await readyUrl(server)
        const call = callAs(url, adminToken)
        const create = async (n: number) =>
          item(await call('POST', `${contacts}/create`, { context: { full_name: { lastname: `Ivanova ${n}` } } }))
        const made = await Promise.all(Array.from({ length: 100 }, (_, n) => create(n)))
        await Promise.all(made.map(async ({ __id }) => assertDone(await call('POST', `${contacts}/${__id}/get`, {}))))
        const pages = await Promise.all(
          Array.from({ length: 20 }, (_, n) => call('POST', `${contacts}/list`, { from: n, size: 5 })),
        )
        for (const page of pages) assertDone(page)
        // A transaction with several statements.
        for (let n = 0; n < 10; n++) assertDone(await call('POST', '/api/v1/users', { login: `user${n}` }))
      } finally {
        server.child.kill('SIGTERM')
        assert.equal(await server.exited, 0, server.errors())
        assert.doesNotMatch(server.errors(), /"level":"error"/)
      }
    } finally {
      await place.remove()
    }
  })

  it('is refused in transaction mode, with a message that says what to set', async () => {
    const place = await testPlace()
    try {
      await using bouncer = await startBouncer(place.databaseUrl!, 'transaction')
      const server = runChancery(['serve'], { PORT: '0', DATA_DIR: place.dataDir, DATABASE_URL: bouncer.url })
      assert.equal(await server.exited, 1)
      assert.match(server.errors(), /^chancery serve: .*pool_mode = transaction; set pool_mode = session/m)
    } finally {
      await place.remove()
    }
  })
})

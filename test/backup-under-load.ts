import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { aFile, anUpload } from '../src/api/v1/disk/files.fixture.ts'
import { emptyPlace, type Kind } from './backup-places.ts'
import { assertDone, made } from './everything.ts'
import { assertVerified, finishInstances, restore, startInstances, startRestored } from './journeys/backup.fixture.ts'
import { adminToken, type Call, callAs } from './platform.ts'
import { readyUrl, runChancery } from './server-process.ts'

const help = `node test/backup-under-load.ts [--from embedded|postgres] [--to embedded|postgres] [--elements 20000]
                                 [--files 200] [--clients 8]

Fills a server with the sample story, elements and files, backs it up while clients write, restores the archive on the
other kind of database, and compares: everything that was acknowledged before the backup is there, everything verifies, and
instances of processes go on. Prints how long clients waited and how much memory the server used. PostgreSQL is that of
TEST_DATABASE_URL.`

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: 'embedded' },
    to: { type: 'string', default: process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded' },
    elements: { type: 'string', default: '20000' },
    files: { type: 'string', default: '200' },
    clients: { type: 'string', default: '8' },
    help: { type: 'boolean', default: false },
  },
})
const since = (startMs: number): string => `${((performance.now() - startMs) / 1000).toFixed(1)} s`

if (values.help) console.log(help)
else await main()

async function main(): Promise<void> {
  const [elements, files, clients] = [Number(values.elements), Number(values.files), Number(values.clients)]
  await using source = await emptyPlace(values.from as Kind)
  await using target = await emptyPlace(values.to as Kind)
  const settings = { PORT: '0', ADMIN_TOKEN: adminToken, SAMPLE: 'office', TEST_CLOCK: '1', ...source.settings }
  const server = runChancery(['serve'], settings)
  const url = await readyUrl(server)
  const call = callAs(url, adminToken)
  try {
    const instances = await startInstances(call)
    await fill(call, elements, files)
    console.log(`${values.from}: ${elements} elements and ${files} files are written`)
    const writers = startWriters(call, clients)
    await wait(20_000)
    const [before, quiet] = [[...writers.acknowledged], writers.slowestMs()]
    const archive = join(source.dataDir, 'under-load.tar')
    const startedMs = performance.now()
    const backup = runChancery(['backup', archive, '--server', url, '--token', adminToken], source.settings)
    const memory = watchMemory(server.child.pid!)
    if ((await backup.exited) !== 0) throw new Error(backup.errors())
    console.log(
      `backup: ${since(startedMs)}, ${(statSync(archive).size / 1e6).toFixed(1)} MB; ${writers.acknowledged.length - before.length} writes meanwhile`,
    )
    console.log(`slowest write: ${quiet} ms before, ${writers.slowestMs()} ms during the backup; memory ${memory()}`)
    await writers.stop()

    const restoredMs = performance.now()
    const restored = await restore(target, archive)
    if (restored.code !== 0) throw new Error(restored.errors)
    console.log(`restore into ${values.to}: ${since(restoredMs)}; ${restored.output.split('\n')[0]}`)
    await using copy = await startRestored(target)
    await assertVerified(copy.call)
    for (let at = 0; at < before.length; at += 500) {
      const ids = before.slice(at, at + 500)
      const found = await copy.call('POST', '/pub/v1/app/ref/counterparties/list', { ids, size: 1000 })
      if (found.body.result.total !== ids.length)
        throw new Error(`${ids.length - found.body.result.total} elements are lost`)
    }
    await finishInstances(copy.call, instances)
    console.log(`${before.length} acknowledged writes are there; everything verifies, and instances go on`)
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
  }
}

/** Writes elements by an import, and files of 50 kB. */
async function fill(call: Call, elements: number, files: number): Promise<void> {
  const rows = Array.from({ length: elements }, (_, n) => `Counterparty ${n} ${randomBytes(60).toString('hex')}\n`)
  const fileHash = await anUpload(call, `__name\n${rows.join('')}`, 'many.csv')
  const started = await call('POST', '/pub/v1/app/ref/counterparties/import', { fileHash })
  assertDone(started)
  for (;;) {
    const { body } = await call('GET', `/api/v1/jobs/${started.body.importId}`)
    if (body.state === 'done') break
    if (body.state === 'failed') throw new Error(JSON.stringify(body))
    await wait(500)
  }
  for (let n = 0; n < files; n++) await aFile(call, randomBytes(50_000), `file ${n}.bin`)
}

/** Creates elements from several clients. `slowestMs` returns the longest write since its previous call. */
function startWriters(call: Call, clients: number) {
  const acknowledged: string[] = []
  let [isStopped, slowestMs] = [false, 0]
  const loops = Array.from({ length: clients }, async () => {
    while (!isStopped) {
      const startMs = performance.now()
      const { __id } = await made(call, '/pub/v1/app/ref/counterparties', { __name: `written ${startMs}` })
      slowestMs = Math.max(slowestMs, performance.now() - startMs)
      acknowledged.push(__id)
    }
  })
  return {
    acknowledged,
    slowestMs() {
      const found = Math.round(slowestMs)
      slowestMs = 0
      return found
    },
    async stop() {
      isStopped = true
      await Promise.all(loops)
    },
  }
}

/**
 * Measures the resident memory. Returns a function that stops and returns the memory at the beginning and the maximum
 * since.
 */
function watchMemory(pid: number): () => string {
  const megabytes = (): number => {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes) / 1000)
  }
  const before = megabytes()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, megabytes())
  }, 100)
  return () => {
    clearInterval(timer)
    return `${before} MB before, at most ${most} MB`
  }
}

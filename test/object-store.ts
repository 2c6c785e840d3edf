import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { signHeaders } from '../src/files/blobs/s3-signature.ts'
import type { S3Settings } from '../src/foundation/config/index.ts'
import { freePort } from './server-process.ts'

const programs = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin', 'setpriv']
const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)

/** Reason why tests have no object store; false if they have one. */
export const withoutObjectStore: string | false =
  missing.length > 0 && `SKIPPED: no ${missing.join(', ')}; on Debian: apt-get install radosgw ceph-osd ceph-mon`

export interface ObjectStore extends AsyncDisposable {
  /** Settings of an empty bucket. */
  readonly settings: S3Settings
}

/** Starts Ceph's S3 on a minimal cluster in memory, which takes about 15 seconds. */
export async function startObjectStore(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-s3-'))
  const env = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') }
  const run = async (program: string, ...words: string[]): Promise<void> => {
    await promisify(execFile)(program, words, { cwd: folder, env, timeout: 60_000 })
  }
  const running: ChildProcess[] = []
  const start = (program: string, ...words: string[]): void => {
    // The kernel kills the cluster when the test ends for any reason.
    const all = ['--pdeathsig', 'KILL', program, ...words, '--foreground']
    running.push(spawn('setpriv', all, { cwd: folder, env, stdio: 'ignore' }))
  }
  const stop = async (): Promise<void> => {
    const ended = running.map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(ended)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [monitorPort, port, clusterId, diskId] = [await freePort(), await freePort(), randomUUID(), randomUUID()]
    writeFileSync(env.CEPH_CONF, clusterConfig(folder, { clusterId, monitorPort, port }))
    for (const name of ['mon', 'osd']) mkdirSync(join(folder, name))
    await run('ceph-authtool', '--create-keyring', 'keyring', '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
    const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *']
    for (const name of ['client.admin', 'osd.0']) await run('ceph-authtool', 'keyring', '--gen-key', '-n', name, ...all)
    await run('monmaptool', '--create', '--fsid', clusterId, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, 'monmap')
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring')
    start('ceph-mon', '-i', 'a')
    await run('ceph', 'osd', 'new', diskId, '0')
    await run('ceph', 'auth', 'import', '-i', 'keyring')
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', diskId)
    start('ceph-osd', '-i', '0')
    const keys = { accessKeyId: 'chancery', secretAccessKey: randomBytes(20).toString('hex') }
    const named = ['--access-key', keys.accessKeyId, '--secret', keys.secretAccessKey]
    await run('radosgw-admin', 'user', 'create', '--uid=test', '--display-name=test', ...named)
    start('radosgw', '-n', 'client.admin')
    const settings = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'test', ...keys }
    await makeBucket(settings)
    return { settings, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function clusterConfig(folder: string, ids: { clusterId: string; monitorPort: number; port: number }): string {
  return `[global]
fsid = ${ids.clusterId}
mon host = [v2:127.0.0.1:${ids.monitorPort}]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${folder}/keyring
log file = ${folder}/$name.log
pid file =
admin socket =
run dir = ${folder}
crash dir = ${folder}
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 0
rgw frontends = beast endpoint=127.0.0.1:${ids.port}
rgw enable apis = s3
rgw thread pool size = 32
`
}

async function makeBucket(settings: S3Settings): Promise<void> {
  const url = new URL(`${settings.endpoint}/${settings.bucket}`)
  for (let left = 150; ; left--) {
    const headers = signHeaders(settings, { method: 'PUT', url, payload: 'UNSIGNED-PAYLOAD' }, new Date())
    const answer = await fetch(url, { method: 'PUT', headers }).catch(() => undefined)
    if (answer?.ok) return
    if (left === 0) throw new Error(`the object store could not create a bucket: ${await answer?.text()}`)
    await wait(200)
  }
}

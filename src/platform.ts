import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createDocuments } from './api/documents.ts'
import type { Context } from './api/operation.ts'
import { operations } from './api/operations.ts'
import { createApps } from './apps/index.ts'
import { createAudit } from './audit/index.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { takeLock, writeUrl } from './db/embedded/lock.ts'
import { DatabaseFull, DatabaseUnavailable, QueryTooSlow } from './db/failures.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { createFiles, openS3Bytes } from './files/index.ts'
import { gateOf } from './gate.ts'
import type { OnRefused } from './http/handler.ts'
import { createServer } from './http/server.ts'
import { createJobs } from './jobs/index.ts'
import { createMovableClock, systemClock } from './kit/clock.ts'
import { createLog } from './kit/log.ts'
import { createOutbound } from './outbound/index.ts'
import { createPeople, type HashCost, newSecret, type People } from './people/index.ts'

export interface Platform extends AsyncDisposable {
  /** `http://HOST:PORT`, once it listens. */
  readonly url: string
  readonly context: Omit<Context, 'caller'>
  readonly database: Database
  /** Absent when the data folder does not hold it, as with a second node on the same database. */
  readonly adminToken: AdminToken | undefined
  close(): Promise<void>
}

export interface AdminToken {
  readonly text: string
  readonly from: 'setting' | 'file' | 'just made'
  /** False once it was revoked, or its user is no active administrator any more. */
  readonly isValid: boolean
}

/** For tests. */
export interface StartOptions {
  readonly checkAnswers?: boolean
  readonly passwordCost?: HashCost
}

/** The whole wiring: config → database → rooms → api → http. Listens when the promise resolves. */
export async function startPlatform(
  config: Config,
  { checkAnswers = false, passwordCost }: StartOptions = {},
): Promise<Platform> {
  const log = createLog(config.logLevel)
  const closers: (() => Promise<unknown> | unknown)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    if (config.databaseUrl !== undefined) {
      const lock = await takeLock(config.dataDir)
      closers.push(() => lock.release())
    }
    const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log })
    closers.push(() => database.close())
    await migrate(database)

    const clock = config.testClock ? createMovableClock() : systemClock
    const audit = await createAudit({ database, clock, log })
    closers.push(() => audit.close())
    const jobs = await createJobs({ database, log })
    closers.push(() => jobs.close())
    const people = createPeople({ database, clock, passwordCost })
    closers.push(() => people.close())
    const outbound = createOutbound({ allow: config.outboundAllow, ports: config.outboundPorts })
    closers.push(() => outbound.close())
    let url = ''
    const baseUrl = (): string => config.baseUrl ?? url
    const bytes = config.s3 && (await openS3Bytes(config.s3, log))
    const folder = join(config.dataDir, 'files')
    const files = createFiles({ database, clock, log, outbound, folder, bytes, baseUrl, ...config.files })
    closers.push(() => files.close())
    const apps = await createApps({ database, clock, log, files, jobs })
    closers.push(() => apps.close())
    const adminToken = await prepareAdministrator(config, database, people)

    const documents = createDocuments(operations, config.baseUrl)
    const context = {
      apps,
      audit,
      people,
      files,
      clock,
      baseUrl: config.baseUrl,
      isReady: () => database.isReady(),
      ...documents,
    }
    const { trustedProxies } = config
    const gate = gateOf(people, context)
    const onRefused: OnRefused<Context> = ({ caller }, refusal) => audit.noteRefusal(caller, refusal)
    const server = createServer({ operations, gate, log, onRefused, commonErrors, checkAnswers, trustedProxies })
    closers.push(() => stopServing(server))
    await server.listen({ host: config.host, port: config.port, backlog })
    url = addressOf(server, config.host)
    writeUrl(config.dataDir, url)
    await jobs.start()
    files.texts.start()
    apps.startIndexes()
    return { url, context, database, adminToken, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Connections that wait to be taken. Of more the system takes no notice, and a client tries again after a second. */
const backlog = 4096

/** What the database may say to any operation. */
const commonErrors = [DatabaseUnavailable, DatabaseFull, QueryTooSlow]

/** Running requests end, idle connections close; what still hangs after 5 s is cut, since jobs want time after them. */
async function stopServing(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), 5_000)
  await server.close()
  clearTimeout(cut)
}

function addressOf(server: FastifyInstance, host: string): string {
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * `ADMIN_TOKEN` is valid from the first start on; without it one is made once and kept in the data folder.
 * The file comes before the row, so that a crash between them leaves no token that nobody knows. One that was revoked
 * stays so: somebody else may know it.
 */
async function prepareAdministrator(
  config: Config,
  database: Database,
  people: People,
): Promise<AdminToken | undefined> {
  const userId = await people.administrator()
  const token = await readAdminToken(config, people)
  if (token === undefined) return undefined
  const name = token.from === 'setting' ? 'ADMIN_TOKEN' : 'made at the first start'
  await database.transaction((tx) => people.tokens.create(tx, { userId, name, text: token.text }))
  const owner = await people.tokens.identify(token.text)
  return { ...token, isValid: owner?.administrator === true }
}

async function readAdminToken(config: Config, people: People): Promise<Omit<AdminToken, 'isValid'> | undefined> {
  if (config.adminToken !== undefined) return { text: config.adminToken, from: 'setting' }
  const file = join(config.dataDir, 'admin-token')
  if (existsSync(file)) return { text: readFileSync(file, 'utf8').trim(), from: 'file' }
  if (await people.tokens.exists()) return undefined
  const text = newSecret()
  writeFileSync(file, `${text}\n`, { mode: 0o600 })
  return { text, from: 'just made' }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase } from '../../../test/database.ts'
import { createFiles, type Files } from '../../files/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { createJobs, type Jobs } from '../../foundation/jobs/index.ts'
import { systemClock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { type Caller, type Fact, loadCaller, People, systemCaller } from '../../people/index.ts'
import { createLists } from '../../query/index.ts'
import { deploy, openCatalog, shopFiles } from '../../solutions/solution.fixture.ts'
import type { ApplicationCatalog } from '../applications/application-catalog.ts'
import { ListUsage } from '../applications/field-tables/list-usage.ts'
import { Elements } from '../elements/elements.ts'
import { Numbering } from '../elements/numbering/numbering.ts'
import { createEvents } from '../events/index.ts'
import { openApplications } from '../open-application.ts'
import { Imports, type ImportsDeps } from './imports.ts'
import type { ImportOptions } from './options.ts'
import type { ImportStatus } from './status.ts'

const log = (): void => {}

/** A deployed sample solution with everything that an import needs, on a test database and a folder of its own. */
export interface ImportTrial extends AsyncDisposable {
  readonly database: Database
  readonly catalog: ApplicationCatalog
  readonly files: Files
  readonly people: People
  readonly jobs: Jobs
  readonly elements: Elements
  readonly imports: Imports
  /** The notifications that users have received. */
  readonly told: readonly Fact[]
  /** A caller who is an administrator. */
  readonly caller: Caller
  readonly deps: ImportsDeps
  /** Uploads a file and returns its hash. */
  upload(content: string | Uint8Array, caller?: Caller): Promise<string>
  /** Uploads a file, imports it into `shop.<code>` and waits for the end. */
  run(code: string, content: string | Uint8Array, options?: ImportOptions, caller?: Caller): Promise<ImportStatus>
  /** Waits until the import is no longer running. */
  ended(id: string): Promise<ImportStatus>
  /** Returns the elements that are not deleted, by `__index`: name, external id, status and body. */
  rows(code: string): Promise<Record<string, unknown>[]>
  /** Returns the code of an application made by `alike` that no test has used yet. */
  nextApp(): string
  aUser(login: string, administrator?: boolean): Promise<Caller>
}

export interface TrialOptions {
  readonly batchRows?: number
  /** Whether imports are only queued and not run. */
  readonly idle?: boolean
}

export async function tryImports(
  apps: Readonly<Record<string, string>>,
  { batchRows, idle = false }: TrialOptions = {},
): Promise<ImportTrial> {
  const database = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-import-'))
  const clock = systemClock
  const people = new People({ database, clock })
  const catalog = await openCatalog(database)
  await deploy({ database, catalog }, shopFiles(apps))
  const files = createFiles({ database, clock, log, folder })
  const jobs = await createJobs({ database, log })
  const numbering = new Numbering(database, clock)
  const { open, openToRead } = openApplications(catalog, clock)
  const { hook: events } = createEvents({ database, clock, log })
  const told: Fact[] = []
  const deps: ImportsDeps = {
    database,
    clock,
    log,
    files,
    jobs,
    numbering,
    open,
    events,
    tell: async (_tx, facts) => void told.push(...facts),
    ...(batchRows && { batchRows }),
  }
  const imports = await Imports.create(deps)
  if (!idle) await jobs.start()
  const caller = { ...systemCaller(await people.administrator()), tokenId: newId() }

  const unused = Object.keys(apps).filter((code) => code.startsWith('app'))

  const trial: ImportTrial = {
    database,
    catalog,
    files,
    people,
    jobs,
    elements: new Elements({
      database,
      clock,
      numbering,
      open,
      openToRead,
      files,
      events,
      lists: createLists(database.reader),
      listUsage: new ListUsage(database),
    }),
    imports,
    told,
    caller,
    deps,
    async upload(content, by = caller) {
      const hash = newId()
      const bytes = { stream: Readable.from([Buffer.from(content)]), ...octets }
      await files.uploadTemporary(by, { hash, bytes })
      return hash
    },
    async run(code, content, options = {}, by = caller) {
      const fileHash = await trial.upload(content, by)
      const { importId } = await imports.start(by, { namespace: 'shop', code }, { fileHash, ...options })
      return trial.ended(importId)
    },
    async ended(id) {
      for (;;) {
        const status = await imports.get(caller, id)
        if (status.state !== 'running') return status
        await wait(10)
      }
    },
    async rows(code) {
      const rows = await database.reader.rows<{ row: string }>(sql`
        select (jsonb_build_object('name', e.name, 'externalId', e.external_id, 'status', e.status) || e.body)::text as row
        from element e where e.app = ${catalog.application('shop', code)!.id} and deleted_at is null order by idx`)
      return rows.map(({ row }) => JSON.parse(row))
    },
    nextApp: () => unused.pop()!,
    async aUser(login, administrator = false) {
      const userId = await people.createUser(caller, { login, administrator })
      return { ...(await loadCaller(database.reader, userId, 'test', new Date(clock.nowMs())))!, tokenId: newId() }
    },
    async [Symbol.asyncDispose]() {
      await imports.close()
      await jobs.close()
      await files.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return trial
}

/** Returns `count` applications with the same definition, one for each test of a file. */
export function alike(definition: string, count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`app${index}`, definition]))
}

const octets = { contentType: 'application/octet-stream', header: () => undefined }

/** Returns the state and the row counts of an import. */
export function sums({ state, total, processed, created, updated, unchanged, failed }: ImportStatus) {
  return { state, total, processed, created, updated, unchanged, failed }
}

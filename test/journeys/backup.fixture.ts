import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { madeBackup } from '../../src/api/management/backups/backups.fixture.ts'
import { applyFiles, filesOf } from '../../src/api/v1/scheme/scheme.fixture.ts'
import { prepareSample } from '../../src/cli/sample.ts'
import { readConfig } from '../../src/foundation/config/index.ts'
import type { Database } from '../../src/foundation/db/database.ts'
import { dumpSchema } from '../../src/foundation/db/schema.ts'
import { Script } from '../../src/foundation/db/sql.ts'
import { createMovableClock } from '../../src/foundation/kit/clock.ts'
import { startPlatform } from '../../src/platform/index.ts'
import { bpmn, element, end, flows, start, timer, user } from '../../src/process/engine/process.fixture.ts'
import type { EmptyPlace } from '../backup-places.ts'
import { assertDone, made } from '../everything.ts'
import { adminToken, type Call, callAs, startEmptyPlatform, type TestPlatform } from '../platform.ts'
import { runChancery } from '../server-process.ts'

/** Starts a server with the sample and its data: documents, files, sheets, registrations and instances. */
export function startOffice(): Promise<TestPlatform> {
  const clock = createMovableClock()
  return startEmptyPlatform(
    { TEST_CLOCK: '1' },
    { clock, prepare: (preparing) => prepareSample(preparing, { clock, withData: true, language: 'en' }) },
  )
}

const ask = bpmn([start(), user('ask'), end(), flows('s > ask > e')])
const later = bpmn([start(), element('intermediateCatchEvent', 'wait', timer('PT1H')), end(), flows('s > wait > e')])

/** Starts an instance that waits for a task and an instance that waits for an hour; returns their ids. */
export async function startInstances(call: Call): Promise<{ asking: string; waiting: string }> {
  await applyFiles(call, {
    ...filesOf('moves', {}),
    'namespaces/moves/processes/ask.bpmn': ask,
    'namespaces/moves/processes/ask.yaml': 'access: []\n',
    'namespaces/moves/processes/later.bpmn': later,
    'namespaces/moves/processes/later.yaml': 'access: []\n',
  })
  const run = async (code: string): Promise<string> => {
    const answer = await call('POST', `/pub/v1/bpm/template/moves/${code}/run`, { context: {} })
    assertDone(answer)
    return answer.body.context.__id
  }
  return { asking: await run('ask'), waiting: await run('later') }
}

/** Completes the task and advances the clock by 90 days, past the timer; asserts that both instances have ended. */
export async function finishInstances(call: Call, { asking, waiting }: { asking: string; waiting: string }) {
  const tasks = await call('GET', `/api/v1/tasks?instanceId=${asking}`)
  assertDone(tasks)
  assertDone(await call('POST', `/api/v1/tasks/${tasks.body.result.result[0].id}/complete`, {}))
  assertDone(await call('POST', '/api/v1/clock/advance', { by: 'P90D' }))
  for (const id of [asking, waiting]) {
    const { body } = await call('GET', `/api/v1/instances/${id}`)
    assert.equal(body.instance.state, 'done')
  }
}

/** Creates elements from several clients until `stop` is called. `acknowledged` has the ids of the created elements. */
export function writeMeanwhile(call: Call, writers: number) {
  const acknowledged: string[] = []
  let isStopped = false
  const loops = Array.from({ length: writers }, async (_, writer) => {
    for (let n = 0; !isStopped; n++) {
      const { __id } = await made(call, '/pub/v1/app/ref/counterparties', { __name: `under load ${writer} ${n}` })
      acknowledged.push(__id)
    }
  })
  return {
    acknowledged,
    async stop() {
      isStopped = true
      await Promise.all(loops)
    },
  }
}

/** Makes a backup and saves its archive. */
export async function saveBackup(call: Call, url: string, path: string): Promise<void> {
  const { id, state, problem } = await madeBackup(call)
  assert.deepEqual([state, problem], ['done', null])
  const headers = { authorization: `Bearer ${adminToken}` }
  writeFileSync(path, await (await fetch(`${url}/api/v1/backups/${id}/download`, { headers })).bytes())
}

/** Runs `chancery restore`; returns its exit code and its output. */
export async function restore(
  place: EmptyPlace,
  path: string,
): Promise<{ code: number | null; output: string; errors: string }> {
  const run = runChancery(['restore', path], place.settings)
  const code = await run.exited
  return { code, output: run.output(), errors: run.errors() }
}

/** Starts a server on a restored installation. */
export async function startRestored({ settings, databaseUrl }: EmptyPlace) {
  const config = readConfig(
    {},
    { PORT: '0', ADMIN_TOKEN: adminToken, TEST_CLOCK: '1', LOG_LEVEL: 'error', ...settings },
  )
  const platform = await startPlatform({ ...config, databaseUrl }, { checkAnswers: true })
  return { platform, url: platform.url, call: callAs(platform.url, adminToken), [Symbol.asyncDispose]: platform.close }
}

/** Asserts that the audit log, the elements and the journals pass their verification. */
export async function assertVerified(call: Call): Promise<void> {
  const { body: days } = await call('GET', '/api/v1/audit/verify')
  assert.deepEqual(days.problems, [])
  for (let after: string | null = ''; after !== null; ) {
    const { body: elements } = await call('GET', `/api/v1/audit/verify/elements${after && `?after=${after}`}`)
    assert.equal(elements.wrong, 0)
    after = elements.next
  }
  const { body: journals } = await call('GET', '/api/v1/audit/verify/journals')
  assert.ok(journals.journals.length > 0)
  assert.deepEqual(
    journals.journals.flatMap(({ problems }: { problems: string[] }) => problems),
    [],
  )
}

/**
 * Returns the schema of a database. Of views, only the names are included, because versions of PostgreSQL write the
 * same query in different ways. Leaves out what a running server changes: the indexes of fields, which are built in the
 * background, the offset of turns, and the offset of the clock.
 */
export async function schemaOf(database: Database): Promise<string> {
  const text = await dumpSchema(database)
  const parts = text.split('\n\n').filter((part) => !/ pgboss\./.test(part))
  return parts
    .map((part) => (part.startsWith('create view') ? part.split('\n')[0] : part))
    .join('\n\n')
    .replaceAll(/^CREATE INDEX.*\n?/gm, '')
    .replaceAll(/(?<=::bigint) \+ \d+| \+ interval '\d+ ms'/g, '')
}

/** Returns the number of rows and a digest of each archived table, except for the tables in `byServer`. */
export async function contentsOf(database: Database): Promise<Record<string, string>> {
  const tables = await database.reader.rows<{ name: string }>(
    new Script(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition order by 1`),
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    if (byServer.has(name)) continue
    const [row] = await database.reader.rows<{ text: string }>(
      new Script(`select count(*) || ' ' || coalesce(md5(string_agg(line, '' order by line collate "C")), '') as text
        from (select t::text as line from "${name}" t) all_lines`),
    )
    contents[name] = row!.text
  }
  return contents
}

/** Tables that servers write without requests, tables of one installation, and tables to which a restore adds rows. */
const byServer = new Set(
  [
    'audit',
    'audit_seal',
    'backup',
    'migration',
    'process_start_depth',
    'session',
    'sign_in_attempt',
    'sign_in_link',
    'token',
    'temporary_file',
    'text_turn',
  ].concat([
    'file_usage',
    'event_reader',
    'element_index',
    'notification',
    'notification_fact',
    'notification_mail',
    'blob_text',
  ]),
)

import assert from 'node:assert/strict'
import { gunzipSync } from 'node:zlib'
import { assertDone } from '../../../../test/everything.ts'
import { adminToken, type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { id, sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { callOf } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, extensions, flows, start } from '../../../process/engine/process.fixture.ts'
import { applyFiles } from '../../v1/scheme/scheme.fixture.ts'
import { ended } from '../jobs/jobs.fixture.ts'

const variables = extensions(
  '<chancery:variable name="note" type="string"/><chancery:variable name="about" type="json"/>',
)
const note = bpmn([
  variables,
  start(),
  '<userTask id="check" name="Check"><extensionElements><chancery:performer type="initiator"/></extensionElements></userTask>',
  end(),
  flows('s > check > e'),
])

/**
 * The files of a solution: the process `office.note` with one task, the process `office.outer`, which calls
 * `office.note`, and the application `office.notes`.
 */
const officeFiles = (settings = ''): Record<string, string> => ({
  'solution.yaml': 'code: office\nname: Office\nversion: 1.0.0\n',
  'namespaces/office/namespace.yaml': 'name: Office\n',
  'namespaces/office/apps/notes.yaml': 'name: Notes\nfields:\n  - { code: scan, type: file }\n',
  'namespaces/office/processes/note.bpmn': note,
  ...(settings !== '' && { 'namespaces/office/processes/note.yaml': settings }),
  'namespaces/office/processes/outer.bpmn': callOf('office.note'),
})

/** Starts a server whose installation keeps instances, imports and batches for 30 days. */
export async function startOffice(settings: Record<string, string> = {}, process = ''): Promise<TestPlatform> {
  const keep = { INSTANCES_KEEP_DAYS: '30', IMPORTS_KEEP_DAYS: '30', BATCHES_KEEP_DAYS: '30' }
  const server = await startEmptyPlatform({ ...keep, ...settings })
  await applyFiles(server.call, officeFiles(process))
  return server
}

/** Starts an instance of a process of the office. */
export async function anInstance({ call }: TestPlatform, code: string, context: Body = {}): Promise<string> {
  const answer = await call('POST', `/pub/v1/bpm/template/office/${code}/run`, { context })
  assertDone(answer)
  return answer.body.context.__id
}

/** Completes the open tasks of an instance and of those that it called, until it has ended. */
export async function complete({ call, platform }: TestPlatform, instance: string): Promise<void> {
  for (;;) {
    const row = await platform.database.reader.row<{ task: string | null; isEnded: boolean }>(sql`
      select (select t.id::text from process_task t join process_instance c on c.id = t.instance
        where c.root = i.id and t.ended_at is null limit 1) as task, i.ended_at is not null as "isEnded"
      from process_instance i where i.id = ${instance}`)
    if (row!.isEnded) return
    if (row!.task === null) await new Promise((resolve) => setTimeout(resolve, 20))
    else assertDone(await call('POST', `/api/v1/tasks/${row!.task}/complete`, {}))
  }
}

/** Moves the times of instances, imports or batches into the past. */
export async function age({ platform }: TestPlatform, table: string, key: string, days: number): Promise<void> {
  const column = id(table === 'import' ? 'finished_at' : 'ended_at')
  const where = table === 'process_instance' ? sql`root = ${key}` : sql`id = ${key}`
  await platform.database.single.rows(sql`
    update ${id(table)} set created_at = created_at - make_interval(days => ${days}),
      ${column} = ${column} - make_interval(days => ${days}) where ${where}`)
}

/** Returns an instance that ended 40 days ago. */
export async function anOldInstance(server: TestPlatform, code: string, context: Body = {}): Promise<string> {
  const instance = await anInstance(server, code, context)
  await complete(server, instance)
  await age(server, 'process_instance', instance, 40)
  return instance
}

/** Removes what is due, and returns the job when it has ended. */
export async function removeDue({ call }: TestPlatform): Promise<Body> {
  const answer = await call('POST', '/api/v1/retention/runs')
  assertDone(answer)
  return ended(call, answer.body.jobId)
}

/** Returns the exports, the newest first. */
export async function exportsOf(call: Call): Promise<Body[]> {
  const answer = await call('GET', '/api/v1/retention/exports')
  assertDone(answer)
  return answer.body.exports
}

/** Downloads an export. */
export async function downloaded({ url }: TestPlatform, made: string): Promise<{ bytes: Buffer; lines: Body[] }> {
  const answer = await fetch(`${url}/api/v1/retention/exports/${made}/download`, {
    headers: { authorization: `Bearer ${adminToken}` },
  })
  assert.equal(answer.status, 200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const texts = gunzipSync(bytes).toString('utf8').trimEnd().split('\n')
  return { bytes, lines: texts.map((text) => JSON.parse(text)) }
}

/** Stores an export with a few bytes, for tests of single operations. */
export async function storedExport({ platform }: Pick<TestPlatform, 'platform'>): Promise<string> {
  const made = newId()
  await platform.database.single.rows(sql`
    insert into retention_export (id, run, kind, process, keep_days, units, lines, first, last, sha256, bytes, created_at)
    values (${made}, ${newId()}, 'instances', 'office.note', 30, 1, 1, ${made}, ${made}, '\\x00', 3, now())`)
  return made
}

/** Returns how many instances, history entries and tasks are still stored of these instances. */
export async function rowsOf({ platform }: TestPlatform, instances: readonly string[]): Promise<number> {
  const row = await platform.database.reader.row<{ rows: number }>(sql`
    select ((select count(*) from process_instance where root = any (${instances}::uuid[]))
      + (select count(*) from process_history where instance = any (${instances}::uuid[]))
      + (select count(*) from process_task where instance = any (${instances}::uuid[])))::int as rows`)
  return row!.rows
}

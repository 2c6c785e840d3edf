import assert from 'node:assert/strict'
import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call, TestPlatform } from '../../../../test/platform.ts'
import { applyFiles } from '../../../api/v1/scheme/scheme.fixture.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { bpmn, end, extensions, flows, start, user } from '../../engine/process.fixture.ts'

/** Returns a solution with the application `mail.letters`. `processes` are BPMN texts and settings by file name. */
export const mail = (processes: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  'solution.yaml': 'code: mail\nname: Mail\nversion: 1.0.0\n',
  'namespaces/mail/namespace.yaml': 'name: Mail\n',
  'namespaces/mail/apps/letters.yaml':
    'name: Letters\nfields:\n  - {code: subject, type: string}\n  - {code: amount, type: number}\nstatuses: [{code: new, name: New}, {code: done, name: Done}]\n',
  ...Object.fromEntries(Object.entries(processes).map(([name, text]) => [`namespaces/mail/processes/${name}`, text])),
})

export const deployMail = (call: Call, processes?: Readonly<Record<string, string>>): Promise<void> =>
  applyFiles(call, mail(processes))

const letter = '<chancery:variable name="letter" type="element" of="mail.letters" direction="input"/>'

/** Returns a process with this start event and a user task. */
export const startingBy = (inside: string, extra = '', around = ''): string =>
  bpmn(
    [
      extensions(letter),
      start('s', `${extra === '' ? '' : extensions(extra)}${inside}`),
      user('t'),
      end(),
      flows('s > t > e'),
    ],
    around,
  )

export const byElement = (attributes: string): string => startingBy('', `<chancery:elementEvent ${attributes}/>`)

export interface StoredInstance {
  readonly id: string
  readonly code: string
  readonly state: string
  readonly context: Body
  readonly item: string | null
  readonly by: string
}

/** Returns the instances of a template, the oldest first. */
export async function instancesOf({ platform }: TestPlatform, code: string): Promise<StoredInstance[]> {
  const rows = await platform.database.reader.rows<StoredInstance & { context: string }>(sql`
    select i.id::text, t.code, i.state, i.context, i.item::text, i.created_by::text as by
    from process_instance i join process_template t on t.id = i.template where t.code = ${code} order by i.created_at, i.id`)
  return rows.map((row) => ({ ...row, context: JSON.parse(row.context) }))
}

/** Waits until a template has this many instances, and asserts that there are no more. */
export async function expectInstances(on: TestPlatform, code: string, count: number): Promise<StoredInstance[]> {
  let found = await instancesOf(on, code)
  for (let round = 0; found.length < count && round < 3_000; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    found = await instancesOf(on, code)
  }
  assert.equal(found.length, count, `instances of ${code}`)
  return found
}

/** Waits until the reader of element events has processed everything that was written before. */
export async function eventsRead(reader: Reader): Promise<void> {
  const done = await reader.row<{ turn: string }>(sql`select max(turn) as turn from element_history`)
  for (let round = 0; round < 3_000; round++) {
    const at = await reader.row<{ turn: string }>(sql`select turn from event_reader where name = 'process starts'`)
    if (at !== undefined && BigInt(at.turn) >= BigInt(done!.turn)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail('the reader of element events stands still')
}

/** Waits until no start, event or broadcast is due any more. */
export async function atRest(reader: Reader): Promise<void> {
  for (let quiet = 0, round = 0; quiet < 3; round++) {
    assert.ok(round < 6_000, 'the processes do not come to rest')
    await eventsRead(reader)
    const row = await reader.row<{ count: number }>(sql`
      select (select count(*) from process_pending_start) + (select count(*) from process_broadcast)
        + (select count(*) from process_wait where due_at is not null and kind <> 'timer') as count`)
    quiet = Number(row!.count) === 0 ? quiet + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function aLetter(call: Call, context: object = { subject: 'S' }): Promise<string> {
  const answer = await call('POST', '/pub/v1/app/mail/letters/create', { context })
  assertDone(answer)
  return answer.body.item.__id
}

export async function advance({ call }: TestPlatform, by: string): Promise<void> {
  assertDone(await call('POST', '/api/v1/clock/advance', { by }))
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { assertDone, changed, made, parts, startEverything, things } from '../../../test/everything.ts'
import type { Body, TestPlatform } from '../../../test/platform.ts'
import { tamper as tamperWith } from '../../../test/postgres-server.ts'
import { migrate } from '../db/migrate.ts'
import { Script, sql } from '../db/sql.ts'
import { nilId } from '../kit/ids.ts'
import { digestColumns } from './row-digest.ts'
import { checkElements } from './verify-elements.store.ts'
import { type ElementVerification, verifyElements } from './verify-elements.ts'

let started: TestPlatform
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const tamper = (statement: string): Promise<void> => tamperWith(started.platform.database, statement)

async function verified(): Promise<ElementVerification> {
  const { status, body } = await started.call('GET', '/api/v1/audit/verify/elements')
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/**
 * Returns the problem found with one element; undefined for none. Fails when elements other than this one and `also`
 * have problems.
 */
async function saidOf({ __id }: Body, also: Body[] = []): Promise<string | undefined> {
  const { problems } = await verified()
  const others = problems.filter(
    ({ object }) => ![__id, ...also.map((one) => one.__id)].includes(object.split('/')[1] ?? ''),
  )
  assert.deepEqual(others, [])
  const sentence = problems.find(({ object }) => object.endsWith(`/${__id}`))?.sentence
  return sentence?.replace(/^element:all\.\w+\/\S+ /, '')
}

const setBody = ({ __id }: Body, values: object): Promise<unknown> =>
  tamper(`update element set body = body || '${JSON.stringify(values)}' where id = '${__id}'`)

describe('verifying elements', () => {
  it('finds no problems in what the platform has written', async () => {
    const part = await made(started.call, parts, { code: 'written' })
    const path = `${parts}/${part.__id}`
    for (const context of [{ code: 'b' }, { __deletedAt: '2026-01-01T00:00:00Z' }, { __deletedAt: null }, {}])
      assertDone(await started.call('POST', `${path}/update`, { context }))
    await made(started.call, things, { title: 'Thing', amount: 1.5, series: 'S' })
    const { elements, revisions, unproved, problems, next, wrong } = await verified()
    assert.deepEqual([unproved, problems, next, wrong], [0, [], null, 0])
    assert.ok(elements >= 2 && revisions >= elements + 4)
  })

  it('reports an element whose first value was forged', async () => {
    const part = await made(started.call, parts, { code: 'typed' })
    await setBody(part, { code: 'forged' })
    assert.equal(await saidOf(part), 'was changed by hand after revision 1')
    await setBody(part, { code: 'typed' })
    assert.equal(await saidOf(part), undefined)
  })

  it('reports a forged element, even after a later change by the platform', async () => {
    const part = await made(started.call, parts, { code: 'typed' })
    await changed(started.call, parts, part.__id, { code: 'again' })
    await setBody(part, { code: 'forged' })
    await changed(started.call, parts, part.__id, { __name: 'Renamed' })
    assert.equal(await saidOf(part), 'was changed by hand before revision 3')
    await tamper(`delete from element where id = '${part.__id}'; delete from element_history where id = '${part.__id}'`)
  })

  for (const column of digestColumns.filter((name) => name !== 'app' && name !== 'id')) {
    it(`reports an element whose "${column}" was changed`, async () => {
      const part = await made(started.call, parts, { code: column })
      const values: Partial<Record<string, string>> = {
        ...{ idx: 'idx + 1', name: `'x'`, status: '7', external_id: `'x'`, rev: 'rev + 1' },
        ...{ status_history: `'[1]'`, subscribers: `'["x"]'`, body: `'{}'` },
      }
      const value = values[column] ?? (column.endsWith('_at') ? `'2020-01-01Z'` : `'${nilId}'`)
      await tamper(`create table kept as select * from element where id = '${part.__id}';
        update element set ${column} = ${value} where id = '${part.__id}'`)
      const expected = column === 'rev' ? 'is not at revision 1, with' : 'was changed by hand after revision 1'
      assert.match((await saidOf(part)) ?? '', new RegExp(`^${expected}`))
      await tamper(`update element e set ${column} = k.${column} from kept k where e.id = k.id; drop table kept`)
      assert.equal(await saidOf(part), undefined)
    })
  }

  it('reports an element whose row was removed, and one without a history', async () => {
    const [gone, copied] = [await made(started.call, parts, { code: 'gone' }), { __id: crypto.randomUUID() }]
    await tamper(`insert into element select app, '${copied.__id}', idx + 1000, name, status, status_group, directory,
      external_id, created_at, created_by, updated_at, updated_by, deleted_at, rev, status_history, subscribers, body
      from element where id = '${gone.__id}'; delete from element where id = '${gone.__id}'`)
    assert.equal(await saidOf(gone, [copied]), 'was removed from the database; its last revision is 1')
    assert.equal(await saidOf(copied, [gone]), 'has no history: it was written by hand')
    await tamper(
      `delete from element where id = '${copied.__id}'; delete from element_history where id = '${gone.__id}'`,
    )
  })

  it('reports an element whose digest was replaced without an audit entry', async () => {
    const part = await made(started.call, parts, { code: 'typed' })
    await setBody(part, { code: 'forged' })
    await tamper(`insert into element_proof (app, id, rev, turn, cause, digest_before, digest_after)
      select app, id, rev, turn, 'apply', digest_after, sha256('x') from element_history where id = '${part.__id}'`)
    assert.equal(await saidOf(part), 'has another digest at revision 1, and no audit entry explains it')
    await tamper(`delete from element_proof where id = '${part.__id}'`)
    await setBody(part, { code: 'typed' })
  })

  it('checks every element once, for any batch size', async () => {
    const { reader } = started.platform.database
    for (let n = 0; n < 4; n++)
      await made(started.call, n % 2 ? parts : things, n % 2 ? { code: `n${n}` } : { title: `n${n}`, series: 'N' })
    const { elements, revisions } = await verified()
    let [count, all, last] = [0, 0, { app: nilId, id: nilId }]
    for (;;) {
      const checked = await checkElements(reader, last, 3)
      count += checked.elements
      all += checked.revisions
      if (checked.last === undefined) break
      last = checked.last
    }
    assert.deepEqual([count, all], [elements, revisions])
  })

  it('refuses an `after` that no response has returned', async () => {
    const { status, body } = await started.call('GET', '/api/v1/audit/verify/elements?after=x')
    assert.deepEqual([status, body.code], [400, 'input.wrong'])
  })
})

it('the digest covers every column of an element except the turn, which only orders events', async () => {
  const rows = await started.platform.database.reader.rows<{ name: string }>(sql`
    select column_name as name from information_schema.columns where table_name = 'element' order by ordinal_position`)
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...digestColumns, 'turn'],
  )
})

it('no revision can be written without a digest', async () => {
  const insert = sql`insert into element_history (app, id, rev, at, by, action, changes)
    values (${nilId}, ${nilId}, 1, now(), ${nilId}, 'create', '{}')`
  await assert.rejects(started.platform.database.single.rows(insert), /element_history_digest/)
})

describe('verifying a database of a release without digests', () => {
  it('accepts the elements as they are at the upgrade, and detects every later change', async () => {
    await using database = await openTestDatabase()
    const [one, two, many] = [crypto.randomUUID(), crypto.randomUUID(), 10_001]
    const columns = `app, id, idx, created_at, created_by, updated_at, updated_by, rev, status_history, subscribers, body`
    const rest = (rev: number) => `1, '2026-01-01T00:00:00.5Z', '${nilId}', now(), '${nilId}', ${rev}, '[]', '[]',
      '{"amount": 1.50, "b": null, "a": "ü"}'`
    await database.single.rows(
      new Script(`alter table element_history drop column digest_before, drop column digest_after;
        drop table element_proof; delete from migration where name like '017%';
        insert into element (${columns}) values ('${nilId}', '${one}', ${rest(2)}), ('${nilId}', '${two}', ${rest(1)});
        insert into element (${columns}) select '${one}', gen_random_uuid(), ${rest(1)} from generate_series(1, ${many});
        insert into element_history (app, id, rev, at, by, action, changes)
        select app, id, r, now(), app, 'update', '{}' from element, generate_series(1, rev) r`),
    )
    assert.deepEqual(await migrate(database), ['0170-element-proof.sql', '0171-element-start.sql'])
    const before = await verifyElements(database.reader)
    assert.deepEqual(
      [before.elements, before.revisions, before.unproved, before.problems],
      [many + 2, many + 3, many + 3, []],
    )
    const turns = await database.reader.rows(sql`select from element_proof group by turn`)
    assert.equal(turns.length, 2, 'no seal has to hold them all')
    await database.single.rows(sql`update element set body = '{}' where id = ${one}`)
    const [problem, ...more] = (await verifyElements(database.reader)).problems
    assert.match(problem?.sentence ?? '', new RegExp(`/${one} was changed by hand after revision 2$`))
    assert.deepEqual(more, [])

    // A migration that was interrupted and runs again keeps its earlier results, so it does not accept rows that were
    // tampered with meanwhile.
    await database.single.rows(sql`delete from migration where name = '0171-element-start.sql'`)
    await migrate(database)
    assert.equal((await verifyElements(database.reader)).wrong, 1)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reader } from '../db/database.ts'
import { Script, type Sql, sql } from '../db/sql.ts'
import { newId } from '../kit/ids.ts'
import { startTrial, type Trial, writeEntry, writeRevision } from './audit.fixture.ts'
import { type Verification, verifyAudit } from './verify.ts'

interface Story extends Trial {
  readonly users: readonly string[]
  readonly element: string
}

/** Writes three seals: two users and a revision; one user and two revisions; one user. */
async function startStory(): Promise<Story> {
  const trial = await startTrial()
  const { single } = trial.database
  const element = newId()
  const users = [await writeEntry(single, 'ann'), await writeEntry(single, 'bob')]
  await writeRevision(single, element, 1)
  await trial.sealAll()
  users.push(await writeEntry(single, 'cid'))
  await writeRevision(single, element, 2)
  await writeRevision(single, element, 3)
  await trial.sealAll()
  users.push(await writeEntry(single, 'dan'))
  await trial.sealAll()
  return { ...trial, users, element }
}

const found = ({ problems }: Verification): [number | null, string | null, string][] =>
  problems.map(({ seal, object, sentence }) => [seal, object, sentence])

describe('verify', () => {
  it('reads at most 20,000 rows in one statement, except for a seal with more rows of one transaction', async () => {
    await using story = await startStory()
    const revisions = (count: number) =>
      story.database.single.rows(sql`
        insert into element_history (app, id, rev, at, by, action, changes, digest_after)
        select ${newId()}::uuid, ${newId()}::uuid, n, now(), ${newId()}::uuid, 'update', '{}', sha256('row')
        from generate_series(1, ${count}::int) n`)
    for (const count of [12_000, 12_000, 20_001, 3]) {
      await revisions(count)
      await story.sealAll()
    }
    const { reader } = story.database
    const read: [string, number][] = []
    const watched = (name: string): Reader => ({
      ...reader,
      async rows<R extends object>(statement: Sql): Promise<R[]> {
        const rows = await reader.rows<R>(statement)
        const counts = rows.flatMap((row) => ('marks' in row && 'rows' in row ? Number(row.rows) : []))
        if (counts.length > 0) read.push([name, counts.reduce((sum, one) => sum + one)])
        return rows
      },
    })
    const { days, problems } = await verifyAudit(watched('usual'), undefined, undefined, watched('patient'))
    assert.deepEqual([days[0]!.rows, problems], [44_011, []])
    assert.deepEqual(read, [
      ['usual', 12_007],
      ['usual', 12_000],
      ['patient', 20_001],
      ['usual', 3],
    ])
  })

  it('finds no problems when nothing was changed', async () => {
    await using story = await startStory()
    const verification = await verifyAudit(story.database.reader)
    assert.deepEqual(found(verification), [])
    assert.deepEqual(
      verification.days.map(({ seals, rows, problems }) => [seals, rows, problems]),
      [[3, 7, 0]],
    )
    assert.deepEqual([verification.next, verification.unsealedRows], [null, 0])
  })

  it('reports a row that was changed', async () => {
    await using story = await startStory()
    await story.tamper(`update audit set after = '{"login": "eve"}' where object = '${story.users[1]}'`)
    const sentence = `the row of ${story.users[1]} was changed after it was sealed`
    assert.deepEqual(found(await verifyAudit(story.database.reader)), [[1, story.users[1], sentence]])
  })

  for (const [column, value] of Object.entries({
    at: `at + interval '1 second'`,
    by: `'${newId()}'`,
    action: `'create'`,
    changes: `'{"amount": [1, 3]}'`,
    token_id: 'null',
    operation: `'createElement'`,
    request_id: `'another'`,
    digest_before: `sha256('x')`,
    digest_after: `sha256('x')`,
  })) {
    it(`reports a revision whose "${column}" was changed`, async () => {
      await using story = await startStory()
      await story.tamper(`update element_history set ${column} = ${value} where rev = 2`)
      const object = `element:/${story.element}`
      assert.deepEqual(found(await verifyAudit(story.database.reader)), [
        [2, object, `revision 2 of ${object} was changed after it was sealed`],
      ])
    })
  }

  it('reports a proof of an element that was changed or added', async () => {
    await using story = await startStory()
    const insert = (digest: string): string =>
      `insert into element_proof (app, id, rev, cause, digest_after) select app, id, 3, 'start', sha256('${digest}')
        from element_history where rev = 3`
    await story.database.single.rows(new Script(insert('a')))
    await story.sealAll()
    assert.deepEqual(found(await verifyAudit(story.database.reader)), [])
    await story.tamper(`update element_proof set digest_after = sha256('b')`)
    const object = `element:/${story.element}`
    assert.deepEqual(found(await verifyAudit(story.database.reader)), [
      [4, object, `the proof of revision 3 of ${object} was changed after it was sealed`],
    ])
  })

  it('reports the place of a removed row', async () => {
    await using story = await startStory()
    await story.tamper('delete from element_history where rev = 3')
    assert.deepEqual(found(await verifyAudit(story.database.reader)), [
      [2, null, `1 row was removed, behind revision 2 of element:/${story.element}`],
    ])
  })

  it('reports a seal whose rows are all missing', async () => {
    await using story = await startStory()
    await story.tamper(`delete from audit where object = '${story.users[3]}'`)
    assert.deepEqual(found(await verifyAudit(story.database.reader)), [
      [3, null, '1 row was removed, with all of this seal'],
    ])
  })

  it('reports a row that was inserted among sealed rows, although every writer may insert rows', async () => {
    await using story = await startStory()
    await story.tamper(`insert into audit (id, turn, user_id, object, outcome)
      select '${newId()}', turn, user_id, 'user:forged', 'done' from audit where object = '${story.users[0]}'`)
    assert.deepEqual(found(await verifyAudit(story.database.reader)), [
      [1, 'user:forged', 'the row of user:forged was added after it was sealed'],
    ])
  })

  for (const turn of ['-5', `${2n ** 62n}`]) {
    it(`reports a row with the turn ${turn}, which no seal would ever cover`, async () => {
      await using story = await startStory()
      await story.tamper(`insert into audit (id, turn, user_id, object, outcome)
        values ('${newId()}', ${turn}, '${newId()}', 'user:forged', 'done')`)
      assert.deepEqual(found(await verifyAudit(story.database.reader)), [
        [null, 'user:forged', 'the row of user:forged has a turn that no transaction had: it was written by hand'],
      ])
    })
  }

  for (const [no, which] of [
    [1, 'the first'],
    [2, 'one in the middle'],
  ] as const) {
    it(`reports that ${which} of the seals is missing, and continues after it`, async () => {
      await using story = await startStory()
      await story.tamper(`delete from audit_seal where no = ${no}`)
      assert.deepEqual(found(await verifyAudit(story.database.reader)), [
        [no, null, `seal ${no} is missing; it is unknown whether rows of that time were changed`],
      ])
    })
  }

  for (const [column, value] of Object.entries({
    hash: `sha256('x')`,
    day: `day - 1`,
    sealed_at: `sealed_at + interval '1 second'`,
    newest: `newest + interval '1 second'`,
  })) {
    it(`reports a seal whose "${column}" was changed, and only that seal`, async () => {
      await using story = await startStory()
      await story.tamper(`update audit_seal set ${column} = ${value} where no = 2`)
      assert.deepEqual(found(await verifyAudit(story.database.reader)), [
        [2, null, 'seal 2 was changed, or rows were changed together with their marks'],
      ])
    })
  }

  it('reports each of several changes', async () => {
    await using story = await startStory()
    await story.tamper(`update audit set user_id = '${newId()}'`)
    assert.deepEqual(
      found(await verifyAudit(story.database.reader)).map(([seal, object]) => [seal, object]),
      [1, 1, 2, 3].map((seal, place) => [seal, story.users[place]!]),
    )
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Script, sql } from '../db/sql.ts'
import { systemActor } from './actor.ts'
import { actor, app, startTrial, type Trial, writeEntry, writeRevision } from './audit.fixture.ts'
import { recordAudit } from './record-audit.ts'

let trial: Trial
before(async () => {
  trial = await startTrial()
})
after(() => trial[Symbol.asyncDispose]())

interface Kept {
  readonly text: string
}

async function kept(object: string): Promise<Record<string, unknown>[]> {
  const rows = await trial.database.reader.rows<Kept>(sql`
    select (to_jsonb(a) - 'id' - 'at' - 'turn')::text as text from audit a where object = ${object} order by id`)
  return rows.map(({ text }) => JSON.parse(text))
}

describe('a row of the audit table', () => {
  it('has the user, the token, the request and the values that differ', async () => {
    const object = 'user:1'
    const before = { login: 'ann', email: null, tags: ['a'] }
    await recordAudit(trial.database.single, actor, { object, before, after: { ...before, email: 'a@b', tags: ['a'] } })
    assert.deepEqual(await kept(object), [
      {
        user_id: actor.userId,
        token_id: actor.tokenId,
        operation: 'changeUser',
        object,
        before: { email: null },
        after: { email: 'a@b' },
        outcome: 'done',
        code: null,
        request_id: 'request-1',
      },
    ])
  })

  it('is not written when nothing differs', async () => {
    const values = { login: 'ann', holders: ['x'] }
    await recordAudit(trial.database.single, actor, { object: 'user:2', before: values, after: { ...values } })
    assert.deepEqual(await kept('user:2'), [])
  })

  it('has no token, operation and request when the system itself acts', async () => {
    await recordAudit(trial.database.single, systemActor, { object: 'user:3', after: { login: 'admin' } })
    const [row] = await kept('user:3')
    assert.deepEqual([row!.token_id, row!.operation, row!.request_id, row!.before], [null, null, null, null])
  })

  it('is rolled back together with the change', async () => {
    const object = 'user:4'
    const failing = trial.database.transaction(async (tx) => {
      await recordAudit(tx, actor, { object, after: {} })
      throw new Error('not after all')
    })
    await assert.rejects(failing, /not after all/)
    assert.deepEqual(await kept(object), [])
  })
})

describe('the tables of the audit', () => {
  before(async () => {
    await writeEntry(trial.database.single)
    await writeRevision(trial.database.single, app, 1)
    await trial.sealAll()
  })

  for (const table of ['audit', 'audit_seal', 'element_history', 'element_proof']) {
    for (const statement of [
      `update ${table} set ${table === 'audit_seal' ? 'no = no' : 'turn = turn'}`,
      `update ${table} set ${table === 'audit_seal' ? 'no = no' : 'turn = turn'} where false`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]) {
      it(`refuse "${statement}"`, async () => {
        await assert.rejects(trial.database.single.rows(new Script(statement)), /are only ever added|permission denied/)
      })
    }
  }

  it('cannot be changed by the role of the server either, unless the role is a superuser', async () => {
    const { rights } = (await trial.database.reader.row<{ rights: string }>(sql`
      select string_agg(distinct a.privilege_type, ' ' order by a.privilege_type) as rights
      from pg_class c, aclexplode(c.relacl) a where c.oid in ('audit'::regclass, 'audit_seal'::regclass, 'element_history'::regclass,
        'element_proof'::regclass)`))!
    assert.doesNotMatch(rights, /UPDATE|DELETE|TRUNCATE/)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../test/everything.ts'
import { aMatter, type Guarded, type Person, startGuarded } from '../../../test/guarded.ts'
import type { Body } from '../../../test/platform.ts'
import { id, sql } from '../../foundation/db/sql.ts'
import { fieldTable } from '../applications/field-tables/field-table.ts'
import { applyReports, run } from './reports.fixture.ts'

const columns = `columns:
  - { code: title, type: string }
  - { code: secret, type: string }
  - { code: verdict, type: string }
  - { code: titles, type: string }
`
const query = `select m.title, m.secret, m.verdict,
    (select string_agg(other.title, ',' order by other.title) from bi.law_matters other) as titles
  from bi.law_matters m`

for (const fieldTablesFrom of ['1000', '0'])
  describe(`the rows of a report with FIELD_TABLES_FROM=${fieldTablesFrom}`, () => {
    let law: Guarded
    before(async () => {
      law = await startGuarded({ FIELD_TABLES_FROM: fieldTablesFrom })
      await aMatter(law.call, { title: 'public', verdict: 'won' })
      await aMatter(law.call, { title: 'sealed', kind: 'closed', verdict: 'lost' })
      const gone = await aMatter(law.call, { title: 'gone' })
      assertDone(
        await law.call('POST', `/pub/v1/app/law/matters/${gone.__id}/update`, {
          context: { __deletedAt: '2026-01-01T00:00:00Z' },
        }),
      )
      const solution = 'code: tell\nname: Reports\nversion: 1.0.0\ndependencies: [guarded]\n'
      const more = {
        'solution.yaml': solution,
        'namespaces/tell_shut/namespace.yaml': 'name: Shut\nvisibleTo: [crypt.guardians]\n',
        'namespaces/tell_shut/reports/r.yaml': 'name: R\ncolumns: [{ code: n, type: number }]\n',
        'namespaces/tell_shut/reports/r.sql': 'select 1 as n',
      }
      const reports = {
        'own.yaml': `name: Own\n${columns}`,
        'own.sql': query,
        'every.yaml': `name: Every\n${columns}access: { rows: all, to: [law.clerks] }\n`,
        'every.sql': query,
        'hidden.yaml': 'name: Hidden\ncolumns: [{ code: n, type: number }]\n',
        'hidden.sql': 'select count(*) as n from bi.crypt_vault v join bi.law_matters m on true',
        'me.yaml':
          'name: Me\ncolumns: [{ code: me, type: user }, { code: now, type: datetime }, { code: login, type: string }]\n',
        'me.sql': 'select u.id as me, :now as now, u.login from bi.system_users u where u.id = :caller',
        'zero.yaml': 'name: Zero\nparameters: [{ code: by, type: number }]\ncolumns: [{ code: n, type: number }]\n',
        'zero.sql': 'select 1 / :by as n',
        'wrong.yaml': 'name: Wrong\nparameters: [{ code: text, type: string }]\ncolumns: [{ code: n, type: number }]\n',
        'wrong.sql': 'select max(:text || m.secret)::int as n from bi.law_matters m',
        'wide.yaml': 'name: Wide\nparameters: [{ code: length, type: number }]\ncolumns: [{ code: n, type: number }]\n',
        'wide.sql': "select length(lpad('x', :length::int)) as n",
        'huge.yaml': 'name: Huge\nparameters: [{ code: length, type: number }]\ncolumns: [{ code: n, type: string }]\n',
        'huge.sql': "select lpad('x', :length::int) || lpad('x', :length::int) as n",
        'format.yaml':
          'name: Format\nparameters: [{ code: length, type: number }]\ncolumns: [{ code: n, type: number }]\n',
        // Asks for twelve times the length of the format, and is refused before it is computed.
        'format.sql': "select length(to_char(:now::timestamptz, repeat(repeat('x', 1000), :length::int / 1000))) as n",
        'long.yaml': 'name: Long\nparameters: [{ code: rows, type: number }]\ncolumns: [{ code: n, type: number }]\n',
        'long.sql': 'select n from generate_series(1, :rows::int) n',
      }
      await applyReports(law.call, 'tell', reports, more)
    })
    after(() => law[Symbol.asyncDispose]())

    async function rows({ call }: Pick<Person, 'call'>, code: string, body: Body = {}): Promise<Body[]> {
      const answer = await run(call, `tell.${code}`, body)
      assertDone(answer)
      return answer.body.result.result
    }

    it('are made from the elements and fields that the caller may see', async () => {
      const all = { titles: 'public,sealed' }
      assert.deepEqual(await rows(law.partner, 'own'), [
        { title: 'public', secret: 'secret of public', verdict: 'won', ...all },
        { title: 'sealed', secret: 'secret of sealed', verdict: 'lost', ...all },
      ])
      assert.deepEqual(await rows(law, 'own'), await rows(law.partner, 'own'))
      assert.deepEqual(await rows(law.clerk, 'own'), [
        { title: 'public', secret: null, verdict: null, titles: 'public' },
      ])
      assert.deepEqual(await rows(law.outsider, 'own'), [])
    })

    it('do not reveal hidden values through filters, order or totals', async () => {
      for (const secret of ['secret', 'zzz']) {
        const answer = await run(law.clerk.call, 'tell.own', { filter: { tf: { secret } } })
        assert.deepEqual(answer.body.result, { result: [], total: 0 })
      }
    })

    it('are read from the field table if there is one', async () => {
      const matters = law.platform.context.apps.catalog.application('law', 'matters')!
      assert.equal(matters.fieldTable !== undefined, fieldTablesFrom === '0')
      if (matters.fieldTable === undefined) return
      const [table, column] = [fieldTable(matters), id(matters.fieldTable.get('title')!.name)]
      const change = (title: string, to: string) =>
        law.platform.database.single.rows(sql`update ${table} set ${column} = ${to} where ${column} = ${title}`)
      await change('public', 'of the table')
      const titles = 'of the table'
      assert.deepEqual(await rows(law.clerk, 'own'), [{ title: titles, secret: null, verdict: null, titles }])
      await change('of the table', 'public')
    })

    it('are all rows when the report has `rows: all`, for the named groups only', async () => {
      assert.equal((await rows(law.clerk, 'every')).length, 2)
      assert.equal((await rows(law.clerk, 'every'))[1]!.secret, 'secret of sealed')
      for (const { call } of [law.outsider, law.importer])
        assertRefused(await run(call, 'tell.every'), 404, 'report.not_found', /"tell\.every" not found/)
      assert.equal((await rows(law, 'every')).length, 2)
    })

    it('leave out applications that are hidden from the caller', async () => {
      assert.deepEqual(await rows(law.partner, 'hidden'), [{ n: 0 }])
    })

    it('are hidden with their namespace', async () => {
      assertRefused(await run(law.partner.call, 'tell_shut.r'), 404, 'report.not_found', /not found/)
      assertDone(await run(law.call, 'tell_shut.r'))
      const { body } = await law.partner.call('GET', '/api/v1/reports')
      const codes = body.reports.map(({ namespace, code }: Body) => `${namespace}.${code}`)
      assert.equal(codes.includes('tell_shut.r'), false)
      assert.equal(codes.includes('tell.every'), false)
      assert.equal(codes.includes('tell.own'), true)
    })

    it('may depend on the caller and on the time of the platform', async () => {
      const [row] = await rows(law.clerk, 'me')
      assert.deepEqual([row!.me, row!.login], [law.clerk.id, 'clerk'])
      assert.ok(Math.abs(Date.parse(row!.now) - Date.now()) < 60_000)
    })

    it('that cannot be computed are refused without the values that they are made from', async () => {
      const zero = await run(law.call, 'tell.zero', { filter: { tf: { by: 0 } } })
      assertRefused(zero, 400, 'report.failed', /^the report tell\.zero divides by zero$/)
      const wrong = await run(law.call, 'tell.wrong', { filter: { tf: { text: 'x' } } })
      assertRefused(
        wrong,
        400,
        'report.failed',
        /^the report tell\.wrong cannot be computed from a value that it reads$/,
      )
    })

    it('that are too large for the database are refused', async () => {
      for (const [code, length] of Object.entries({ wide: 900_000_000, huge: 600_000_000, format: 90_000_000 }))
        assertRefused(
          await run(law.call, `tell.${code}`, { filter: { tf: { length } } }),
          400,
          'report.failed',
          /^the report tell\.\w+ computes a value that is too large for the database; narrow it down$/,
        )
      assertDone(await run(law.call, 'tell.wide', { filter: { tf: { length: 5 } } }))
    })

    it('are at most 100,000', async () => {
      const long = (rows: number) => run(law.call, 'tell.long', { filter: { tf: { rows } }, size: 1 })
      assert.equal((await long(100_000)).body.result.total, 100_000)
      assertRefused(await long(100_001), 400, 'report.too_many_rows', /more than 100000 rows; narrow it/)
    })

    it('are read in a read-only transaction with a limit of time', async () => {
      const { database } = law.platform
      const begun = sql`select current_setting('transaction_read_only') as "readOnly"`
      assert.deepEqual(await database.readOnly(begun, { timeoutMs: 5_000 }), [{ readOnly: 'on' }])
      const write = sql`select nextval('users_idx')`
      await assert.rejects(database.readOnly(write, { timeoutMs: 5_000 }), { code: 'database.read_only' })
      assert.equal((await database.reader.rows(sql`select 1 as one`)).length, 1)
      const slow = sql`with recursive r as (select 1 as n union all select 1 from r) select max(n) from r`
      await assert.rejects(database.readOnly(slow, { timeoutMs: 100 }), { code: 'query.too_slow', status: 400 })
    })

    it('of a report whose application has changed since are refused with the reason', async () => {
      await law.platform.database.single.rows(sql`update data_report set sql = 'select m.nothing as n from bi.law_matters m'
      where namespace = 'tell' and code = 'hidden'`)
      await law.platform.database.single.rows(sql`update catalog set version = version + 1`)
      await law.platform.context.apps.catalog.refresh()
      assertRefused(
        await run(law.call, 'tell.hidden'),
        409,
        'report.outdated',
        /tell\.hidden does not fit its data: column m\.nothing does not exist; apply its solution again/,
      )
    })
  })

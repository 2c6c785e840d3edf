import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Sql, sql, toStatement } from '../../../foundation/db/sql.ts'
import { alike, tryImports } from '../../import/shop.fixture.ts'
import { changeElements } from './change-elements.store.ts'

const definition =
  'name: Goods\nfields: [{ code: title, type: string }]\nstatuses: [{ code: a, name: A }, { code: b, name: B }]\n'
const shop = await tryImports(alike(definition, 1))
after(() => shop[Symbol.asyncDispose]())

test('rows with changes in different columns are all locked before any counter is updated', async () => {
  const code = shop.nextApp()
  await shop.run(code, 'title\none\nother\n')
  const { application, source } = shop.deps.open(shop.caller, { namespace: 'shop', code })
  const [one, other] = await shop.database.reader.rows<{ id: string; rev: string }>(
    sql`select id, rev from element where app = ${application.id} order by idx`,
  )
  const statements: string[] = []
  const origin = { by: shop.caller.userId, at: new Date(), tokenId: null, operation: null, requestId: null }
  const changed = await shop.database.transaction((tx) => {
    const rows: typeof tx.rows = (statement: Sql) => {
      statements.push(toStatement(statement).text)
      return tx.rows(statement)
    }
    const wanted = [
      { ...one!, change: { body: { title: 'new' } } },
      { ...other!, change: { status: 2 } },
    ]
    return changeElements({ ...tx, rows }, { source, application, origin }, wanted)
  })
  assert.deepEqual(changed, new Set([one!.id, other!.id]))
  const [first, ...more] = statements
  assert.match(first!, /order by e.id for update/)
  assert.doesNotMatch(first!, /element_count/)
  assert.equal(more.filter((text) => text.includes('update element_count')).length, 2)
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../src/foundation/db/sql.ts'
import { openTestDatabase } from './database.ts'
import { ordinaryRole, testServerUrl } from './postgres-server.ts'

const skip = testServerUrl() === undefined ? 'SKIPPED: set TEST_DATABASE_URL to a PostgreSQL server' : false

it('what is tested on PostgreSQL connects with an ordinary role that owns its database', { skip }, async () => {
  // Processes that begin at the same time create the role and the template once.
  const databases = await Promise.all([1, 2, 3].map(openTestDatabase))
  for (const database of databases) {
    const row = await database.reader.row(sql`
      select rolname as role, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as special,
        pg_get_userbyid(d.datdba) as owner,
        (select count(*)::int from pg_tables t where t.schemaname = 'public' and t.tableowner <> current_user) as foreign
      from pg_roles, pg_database d where rolname = current_user and d.datname = current_database()`)
    assert.deepEqual(row, { role: ordinaryRole, special: false, owner: ordinaryRole, foreign: 0 })
    await database.close()
  }
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { adminToken } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'

const server = useServer()

async function exported(query: string): Promise<{ headers: Headers; lines: string[] }> {
  const answer = await fetch(`${server.running().url}/api/v1/audit/export?${query}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  })
  assert.equal(answer.status, 200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  return { headers: answer.headers, lines: bytes.subarray(3).toString().trimEnd().split('\r\n') }
}

it('returns the matching entries as lines of a CSV file, newest first', async () => {
  const { id } = await server.user({ lastname: '=Petrova' })
  await server.call('PATCH', `/api/v1/users/${id}`, { position: 'Clerk; first' })
  const { headers, lines } = await exported(`object=user:${id}`)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(headers.get('content-disposition')!, /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
  const [head, changed, created, ...more] = lines
  assert.equal(head, 'at;userId;login;name;operation;object;action;outcome;code;requestId;before;after')
  assert.match(changed!, new RegExp(`;admin;[^;]*;changeUser;user:${id};;done;;`))
  assert.match(changed!, /""position"":""Clerk; first""/)
  assert.match(created!, /;createUser;/)
  assert.deepEqual(more, [])
})

it('returns more entries than a page of the list has', async () => {
  const { database } = server.running().platform
  const object = `test:${newId()}`
  await database.single.rows(sql`
    insert into audit (id, at, user_id, operation, object, outcome)
    select gen_random_uuid(), now(), ${newId()}, 'test', ${object}, 'done' from generate_series(1, 2500)`)
  assert.equal((await exported(`object=${object}`)).lines.length, 2501)
})

it('refuses wrong and unknown filters before the file begins', async () => {
  for (const query of ['userid=1', 'from=yesterday', 'size=5', 'object=element:x'])
    assertRefused(await server.call('GET', `/api/v1/audit/export?${query}`), 400, 'input.wrong', /./)
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aGroup, aView, seen, views } from './views.fixture.ts'

const server = useServer()

it('saves a view for its owner, once per Idempotency-Key, with an entry in the audit log', async () => {
  const { call, id } = await server.user()
  const body = { application: 'all.things', name: 'Small ones', search: 'f=["kind:small"]' }
  const headers = { 'idempotency-key': newId() }
  const first = await call('POST', views, body, headers)
  assertDone(first)
  assert.deepEqual((await call('POST', views, body, headers)).body.view, first.body.view)
  const { view } = first.body
  assert.deepEqual([view.application, view.isOwn, view.owner.id, view.sharedWith], ['all.things', true, id, []])
  assert.deepEqual(await seen(call), ['Small ones'])
  const audit = await server.call('GET', `/api/v1/audit?object=view:${view.id}`)
  assertDone(audit)
  assert.equal(audit.body.entries[0].after.name, 'Small ones')
})

it('refuses an unknown application, and groups to which the caller does not belong', async () => {
  const user = await server.user()
  const body = { application: 'all.nothing', name: 'a', search: '' }
  assertRefused(await user.call('POST', views, body), 404, 'application.not_found', /not found/)
  assertRefused(
    await user.call('POST', views, { ...body, application: 'x' }),
    404,
    'application.not_found',
    /not found/,
  )
  const group = await aGroup(server.call, [user.id])
  const foreign = await aGroup(server.call, [(await server.user()).id])
  const share = (sharedWith: string[]) => user.call('POST', views, { ...body, application: 'all.things', sharedWith })
  assertRefused(await share([group, foreign]), 400, 'view.unknown_group', /not a member/)
  assertRefused(await share([newId()]), 400, 'view.unknown_group', /not a member/)
  assert.deepEqual(await seen(user.call), [])
})

it('refuses more than 500 views of one user', async () => {
  const user = await server.user()
  const { id } = await aView(user.call)
  await server.running().platform.database.single.rows(sql`
    insert into saved_view (id, app, owner, name, search, shared_with, created_at, updated_at)
    select gen_random_uuid(), v.app, v.owner, v.name, v.search, v.shared_with, v.created_at, v.updated_at
    from saved_view v, generate_series(1, 499) where v.id = ${id}`)
  const answer = await user.call('POST', views, { application: 'all.things', name: 'one more', search: '' })
  assertRefused(answer, 400, 'view.too_many', /500/)
})

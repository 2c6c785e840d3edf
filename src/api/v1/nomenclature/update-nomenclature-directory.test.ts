import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { anOffice, aSection, nomenclature } from './nomenclature.fixture.ts'

const server = useServer()
const update = (id: string, body: object) => server.call('PUT', `${nomenclature}/directory/${id}`, body)

it('renames a section and moves it inside its office', async () => {
  const office = await anOffice(server.call)
  const [first, second] = [await aSection(server.call, office.id), await aSection(server.call, office.id)]
  const answer = await update(second.id, { name: 'Legal', directoryId: first.id, code: '02' })
  assertDone(answer)
  const { name, directoryId, code, officeId } = answer.body.item
  assert.deepEqual([name, directoryId, code, officeId], ['Legal', first.id, '02', office.id])
  const kept = await update(second.id, { name: 'Law' })
  assertDone(kept)
  assert.deepEqual([kept.body.item.directoryId, kept.body.item.code], [first.id, '02'])
})

it('refuses to move a section into itself, to another office or to the top, and to move an office', async () => {
  const office = await anOffice(server.call)
  const outer = await aSection(server.call, office.id)
  const inner = await aSection(server.call, outer.id)
  const other = await anOffice(server.call)
  const wrong = 'nomenclature.wrong_directory'
  assertRefused(await update(outer.id, { directoryId: inner.id }), 400, wrong, /into itself/)
  assertRefused(await update(outer.id, { directoryId: other.id }), 400, wrong, /another office/)
  assertRefused(await update(outer.id, { directoryId: null }), 400, wrong, /top/)
  assertRefused(await update(office.id, { directoryId: other.id }), 400, wrong, /an office stays/)
})

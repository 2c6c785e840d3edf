import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused, changed, made, parts, things } from '../../../../test/everything.ts'
import { aMatter, clients, startGuarded } from '../../../../test/guarded.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'

async function references(call: Call, path: string, search = ''): Promise<Body[]> {
  const answer = await call('GET', `/api/v1/elements/${path}/references${search}`)
  assertDone(answer)
  return answer.body.references
}

const places = (found: Body[]) => found.map(({ application, field, total }) => [application, field, total])

describe('the references to an element', () => {
  const server = useServer()

  it('are found in every field that may refer to it, and come with the newest elements', async () => {
    const { call } = server
    const part = await made(call, parts, { __name: 'Valve' })
    const path = `all/parts/${part.__id}`
    assert.deepEqual(await references(call, path), [])
    const about = [{ namespace: 'all', code: 'parts', id: part.__id }]
    for (let n = 1; n <= 3; n++) await made(call, things, { title: `Pump ${n}`, part: [part.__id] })
    const both = await made(call, things, { title: 'Both', parts: [part.__id], about })
    await made(call, parts, { __name: 'Made', madeOf: [part.__id] })
    const found = await references(call, path)
    assert.deepEqual(places(found).sort(), [
      ['all.parts', 'madeOf', 1],
      ['all.things', 'about', 1],
      ['all.things', 'part', 3],
      ['all.things', 'parts', 1],
    ])
    const [byPart] = (await references(call, path, '?size=2')).filter(({ field }) => field === 'part')
    assert.deepEqual([byPart!.total, byPart!.elements.map(({ name }: Body) => name)], [3, ['Pump 3', 'Pump 2']])
    await changed(call, things, both.__id, { __deletedAt: '2026-01-01T00:00:00Z' })
    assert.deepEqual(
      places(await references(call, path)).map(([, field]) => field),
      ['madeOf', 'part'],
    )
  })

  it('are refused for an element that does not exist, and for a wrong size', async () => {
    const path = `/api/v1/elements/all/parts/${newId()}/references`
    assertRefused(await server.call('GET', path), 404, 'element.not_found', /not found/)
    assertRefused(await server.call('GET', `${path}?size=1000`), 400, 'input.wrong', /size/)
  })
})

it('references are found only in elements that the caller can see', async () => {
  await using law = await startGuarded()
  const matter = await aMatter(law.call, { title: 'one' })
  await aMatter(law.call, { title: 'open', above: [matter.__id] })
  await aMatter(law.call, { title: 'closed', kind: 'closed', above: [matter.__id] })
  assertDone(await law.call('POST', `${clients}/create`, { context: { title: 'client', first: [matter.__id] } }))
  const path = `law/matters/${matter.__id}`
  assert.deepEqual(places(await references(law.partner.call, path)).sort(), [
    ['law.clients', 'first', 1],
    ['law.matters', 'above', 2],
  ])
  assert.deepEqual(places(await references(law.clerk.call, path)).sort(), [
    ['law.clients', 'first', 1],
    ['law.matters', 'above', 1],
  ])
  const hidden = await law.outsider.call('GET', `/api/v1/elements/${path}/references`)
  assertRefused(hidden, 404, 'element.not_found', /not found/)
})

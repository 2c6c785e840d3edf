import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { instanceOf } from '../incidents/incidents.fixture.ts'
import { versions } from './moves.fixture.ts'

const server = useServer()
const price = '<chancery:variable name="price" type="string" required="true"/>'

it('a preview tells every reason why an instance cannot move, and changes nothing', async () => {
  const process = versions(server.call)
  await process.publish(['a'])
  const id = await process.start()
  await process.publish(['b'], { variables: price })
  const path = `/api/v1/processes/all/${process.code}/version-preview`
  const answer = await server.call('POST', path, { updateAllActive: true })
  assertDone(answer)
  const { version, total, blocked, instances } = answer.body
  assert.deepEqual([version, total, blocked], [2, 1, 1])
  assert.deepEqual(instances[0].reasons.map(({ code }: Body) => code).sort(), ['CONTEXT_INVALID', 'ELEMENT_GONE'])
  const { __templateVersion, __state } = await instanceOf(server.call, id)
  assert.deepEqual([__templateVersion, __state], [1, 'wait'])
})

it('a preview without a selection, for an unknown version and of an unknown process is refused', async () => {
  const process = versions(server.call)
  await process.publish(['a'])
  const preview = (body: object, code = process.code) =>
    server.call('POST', `/api/v1/processes/all/${code}/version-preview`, body)
  assertRefused(await preview({}), 400, 'process.selection_missing', /instanceIds/)
  assertRefused(await preview({ updateAllActive: true, version: 7 }), 404, 'process.not_found', /version 7/)
  assertRefused(await preview({ updateAllActive: true }, 'unheard'), 404, 'process.not_found', /unheard/)
})

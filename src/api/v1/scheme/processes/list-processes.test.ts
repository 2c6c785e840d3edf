import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import type { Body } from '../../../../../test/platform.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../../process/definition/templates/templates.fixture.ts'
import { rows } from '../groups/groups.fixture.ts'

const server = useServer()
const list = (namespace: string) => `/pub/v1/scheme/namespaces/${namespace}/processes`

it('lists the processes of a namespace with those of its applications', async () => {
  for (const path of ['all.seen', 'all.things.seen_of_thing']) assertDone(await publish(server.call, path, oneTask()))
  const named = async (namespace: string) =>
    (await rows(server.call, list(namespace)))
      .filter(({ code }: Body) => code.startsWith('seen'))
      .map(({ namespace, code, __name, version }: Body) => [namespace, code, __name, version])
  const ofThing = ['all.things', 'seen_of_thing', 'seen_of_thing', 1]
  assert.deepEqual(await named('all'), [['all', 'seen', 'seen', 1], ofThing])
  assert.deepEqual(await named('all.things'), [ofThing])
  assert.deepEqual(await named('docs'), [])
})

it('refuses an unknown code', async () => {
  assertRefused(await server.call('GET', list('reff')), 404, 'namespace.not_found', /not found/)
  assertRefused(await server.call('GET', list('ref.contcts')), 404, 'application.not_found', /not found/)
})

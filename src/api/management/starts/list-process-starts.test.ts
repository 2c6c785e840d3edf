import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../process/definition/templates/templates.fixture.ts'
import { startingBy } from '../../../process/triggers/starts/starts.fixture.ts'

const server = useServer()
const startsOf = (code: string) => server.call('GET', `/api/v1/processes/all/${code}/starts`)

it('what starts a process by itself is listed with its time, name or event', async () => {
  const message = '<message id="m1" name="paid in full"/>'
  const xml = startingBy('<messageEventDefinition messageRef="m1"/>', '', message).replaceAll(
    'mail.letters',
    'all.things',
  )
  assertDone(await publish(server.call, 'all.listed_starts', xml))
  const answer = await startsOf('listed_starts')
  assertDone(answer)
  assert.deepEqual(answer.body.starts, [
    {
      elementId: 's',
      kind: 'message',
      dueAt: null,
      name: 'paid in full',
      application: null,
      event: null,
      failures: 0,
      lastFailure: null,
    },
  ])
})

it('a process that people start has none, and an unknown process is 404', async () => {
  assertDone(await publish(server.call, 'all.without_starts', oneTask()))
  assert.deepEqual((await startsOf('without_starts')).body.starts, [])
  assertRefused(await startsOf('unheard'), 404, 'process.not_found', /unheard/)
})

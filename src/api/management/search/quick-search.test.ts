import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, made, things } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { oneTask, publish } from '../../../process/definition/templates/templates.fixture.ts'
import { aTask } from '../tasks/tasks.fixture.ts'

const server = useServer()

async function found(call: Call, text: string, more = ''): Promise<Body[]> {
  const answer = await call('GET', `/api/v1/quick-search?text=${encodeURIComponent(text)}${more}`)
  assertDone(answer)
  return answer.body.results
}

it('finds elements, tasks, processes and people by a part of their name, with the addresses of their pages', async () => {
  const word = `w${newId().slice(-12)}`
  const anna = await server.user({ lastname: `Petrova-${word}`, firstname: 'Anna' })
  const { __id } = await made(server.call, things, { title: word })
  const task = await aTask(server, server.call, anna.id, { reason: word })
  assertDone(await publish(server.call, `ref.${word}`, oneTask()))
  const results = await found(anna.call, word.toUpperCase())
  const byKind = Object.fromEntries(results.map((one) => [one.kind, one]))
  assert.deepEqual(Object.keys(byKind), ['task', 'element', 'process', 'person'])
  assert.deepEqual([byKind.task.id, byKind.task.address], [task.id, `/console/tasks/${task.id}`])
  assert.deepEqual([byKind.element.title, byKind.element.address], [word, `/console/apps/all/things/${__id}`])
  assert.deepEqual([byKind.process.subtitle, byKind.process.address], [`ref.${word}`, `/console/processes/ref/${word}`])
  assert.deepEqual([byKind.person.id, byKind.person.subtitle], [anna.id, anna.login])
})

it('finds the wanted kinds only, and not the tasks of others', async () => {
  const word = `w${newId().slice(-12)}`
  const [anna, boris] = [await server.user(), await server.user()]
  await aTask(server, server.call, anna.id, { reason: word })
  const kinds = `&query=${encodeURIComponent(JSON.stringify({ text: word, kinds: ['task'] }))}`
  const ofBoris = await boris.call('GET', `/api/v1/quick-search?${kinds.slice(1)}`)
  assertDone(ofBoris)
  assert.deepEqual(ofBoris.body.results, [])
  const ofAnna = await anna.call('GET', `/api/v1/quick-search?${kinds.slice(1)}`)
  assert.deepEqual(
    ofAnna.body.results.map(({ kind }: Body) => kind),
    ['task'],
  )
})

it('takes short texts, and refuses an empty text and unknown kinds', async () => {
  await found(server.call, 'a')
  assertRefused(await server.call('GET', '/api/v1/quick-search?text='), 400, 'input.wrong', /text/)
  const query = encodeURIComponent(JSON.stringify({ text: 'a', kinds: ['nothing'] }))
  assertRefused(await server.call('GET', `/api/v1/quick-search?query=${query}`), 400, 'input.wrong', /kinds/)
})

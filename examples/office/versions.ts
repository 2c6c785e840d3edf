import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Answer } from './client.ts'
import { create } from './documents.ts'
import type { Office } from './people.ts'
import { soon } from './tasks.ts'
import { expect, tell } from './telling.ts'

const secondVersion = fileURLToPath(new URL('../../solutions/office/data/incoming-v2.bpmn', import.meta.url))
const process = '/api/v1/processes/docs.incoming/process'
const instancesToMove = 20

/** Steps 7 and 8: a new version of a process, instances that move to it, and instances that are interrupted. */
export async function changeTheProcess({ client, people }: Office): Promise<void> {
  console.log('Chapter 5: a new version of a process')
  const clerk = people.as('kuznetsov')
  for (let n = 1; n <= instancesToMove; n++)
    await create(clerk, 'docs/incoming', {
      subject: `Letter ${n}`,
      paper_at: 'Cabinet 3',
      addressee: [people.id('morozov')],
    })
  const { running, ended } = await soon(async () => {
    const list = { size: 100 }
    const { result } = await client.call('POST', '/pub/v1/bpm/instance/bytemplate/docs.incoming/process/list', list)
    const idsIn = (state: string): string[] =>
      result.result.filter((one: Answer) => one.__state === state).map((one: Answer) => one.__id)
    const found = { running: idsIn('wait'), ended: idsIn('done') }
    return found.running.length === instancesToMove ? found : undefined
  })
  // An instance that has ended cannot move.
  const ids = [...running, ended[0]]
  const headers = { 'content-type': 'application/xml' }
  const published = await client.send(
    'POST',
    `${process}/publish?comment=Quality%20check`,
    await readFile(secondVersion),
    headers,
  )
  expect('the second version is published', published.version, 2)
  const preview = await client.call('POST', `${process}/version-preview`, { instanceIds: ids })
  expect('the running instances can move', [preview.moves, preview.blocked], [instancesToMove, 1])
  tell(`Version 2 adds a quality check. The preview: ${preview.moves} instances can move, ${preview.blocked} cannot`)
  const { batch } = await client.call('POST', `${process}/move-instances`, { instanceIds: ids })
  const done = await endOf(client, batch.id)
  expect('as many move as the preview said', [done.done, done.failed], [preview.moves, preview.blocked])
  tell(`${done.done} instances move to version 2`)
  await interruptThree(client, running.slice(0, 3))
}

async function interruptThree(client: Office['client'], instances: readonly string[]): Promise<void> {
  await client.call('POST', '/pub/v1/bpm/instance/interrupt', { instances, comment: 'Sent by mistake' })
  for (const id of instances)
    await soon(async () => {
      const { instance } = await client.call('GET', `/api/v1/instances/${id}`)
      return instance.state === 'cancel' ? true : undefined
    })
  for (const id of instances) {
    const { result } = await client.call('GET', `/api/v1/tasks?instanceId=${id}`)
    expect('its tasks are closed', result.total, 0)
  }
  const { batches } = await client.call('GET', '/api/v1/batches')
  const { done, failed } = await endOf(client, batches[0].id)
  expect('each instance has a result', [done, failed], [instances.length, 0])
  tell(`${instances.length} instances are interrupted together; their tasks are closed, and each has its result`)
}

/** Waits until a batch has ended, and returns it. */
function endOf(client: Office['client'], id: string): Promise<Answer> {
  return soon(async () => {
    const { batch } = await client.call('GET', `/api/v1/batches/${id}`)
    return batch.endedAt === null ? undefined : batch
  })
}

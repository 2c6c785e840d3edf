import { randomUUID } from 'node:crypto'
import { sql } from '../../../src/foundation/db/sql.ts'
import { insertJob } from '../../../src/foundation/jobs/tracked/tracked-jobs.store.ts'
import { newId } from '../../../src/foundation/kit/ids.ts'
import { bpmn, end, extensions, flows, start, user } from '../../../src/process/engine/process.fixture.ts'
import { delegated } from '../../../src/process/operations/restore-points/restore-points.fixture.ts'
import { publishOnce } from './processes.ts'
import { done, type Make, missingId, type Params, type Scene } from './scene.ts'

const everyone = '<chancery:performer type="group" value="global.all_users"/>'
const processes: Readonly<Record<string, string>> = {
  /** A process that fails at its gateway, because its condition is neither true nor false. */
  failing: bpmn([
    extensions('<chancery:variable name="divisor" type="integer"/>'),
    start(),
    '<exclusiveGateway id="share" default="share-e"/>',
    user('after'),
    end(),
    flows('s > share', 'share > after [if divisor = null then 1 else 2]', 'share > e', 'after > e'),
  ]),
  /** A process that waits for another system, to which the server may not connect. */
  asking: bpmn([start(), delegated('a', 'http://127.0.0.1:8080/'), end(), flows('s > a > e')]),
  /** A process that waits for a task that everyone may claim. */
  open_to_all: bpmn([start(), `<userTask id="t">${extensions(everyone)}</userTask>`, end(), flows('s > t > e')]),
}

/** Starts a process that everyone may start and view, or one in a namespace that is hidden from all callers. */
async function started(scene: Scene, code: string, isForeign = false): Promise<string> {
  const namespace = isForeign ? 'crypt' : 'law'
  await publishOnce(scene, namespace, code, processes[code]!)
  const { context } = await done(scene.call('POST', `/pub/v1/bpm/template/${namespace}/${code}/run`, { context: {} }))
  return context.__id
}

/** Makes an incident of an instance that only administrators administer. */
export const incident: Make = async (scene, _actor, state) => {
  if (state === 'missing') return { id: missingId }
  const instance = await started(scene, 'failing', state === 'foreign')
  const query = encodeURIComponent(JSON.stringify({ filter: { tf: { instanceId: instance } } }))
  const found = await done(scene.call('GET', `/api/v1/incidents?query=${query}`))
  return { id: found.result.result[0].__id }
}

/** Makes a restore point of an instance that only administrators administer. */
export const restorePoint: Make = async (scene, _actor, state) => {
  if (state === 'missing') return { id: missingId }
  const instance = await started(scene, 'asking', state === 'foreign')
  const found = await done(scene.call('GET', `/api/v1/restore-points?instanceId=${instance}`))
  return { id: found.result.result[0].id }
}

/** Makes a task that the actor has claimed or, in other states, another user. */
export const claimedTask: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const instance = await started(scene, 'open_to_all')
  const { result } = await done(scene.call('GET', `/api/v1/tasks?instanceId=${instance}&state=all`))
  const { id } = result.result[0]
  await done((state === 'own' ? actor : scene.bystander).call('POST', `/api/v1/tasks/${id}/claim`))
  return { id }
}

/** Makes a batch of an administrator that no worker takes, so that it has not ended when it is cancelled. */
export const waitingBatch: Make = async ({ platform }, _actor, state) => {
  if (state === 'missing') return { id: missingId }
  const id = newId()
  const createdBy = await platform.context.people.administrator()
  const settings = { template: null, parameters: { comment: '' } }
  const items = sql`select ${randomUUID()}::uuid as id, 1 as position`
  await platform.database.transaction((tx) =>
    insertJob(tx, { id, kind: 'interrupt', settings, items, createdBy }, new Date()),
  )
  return { id }
}

/** Makes a failed job that has no retries left, so that no worker takes it. */
export const failedJob: Make = async ({ call, platform }, _actor, state): Promise<Params> => {
  if (state === 'missing') return { id: missingId }
  const { queues } = await done(call('GET', '/api/v1/queues'))
  const id = newId()
  await platform.database.single.rows(sql`
    insert into pgboss.job (id, name, state, start_after, completed_on, retry_limit, retry_count, output)
    values (${id}, ${queues[0].queue}, 'failed', now(), now(), 2, 2, '{"message": "the disk was full"}')`)
  return { id }
}

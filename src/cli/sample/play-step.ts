import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { splitPath } from '../../foundation/kit/codes.ts'
import { sampleFile } from './pdf.ts'
import { type Answer, type Call, callAs, type Send, upload } from './requests.ts'
import { filled, type Step } from './timeline.ts'

/**
 * The surroundings of a step: the server, the tokens of the people, and the ids of the objects that earlier steps
 * created.
 */
export interface Scene {
  readonly send: Send
  /** Tokens by logins. */
  readonly tokens: ReadonlyMap<string, string>
  /** Token of the administrator. */
  readonly adminToken: string
  /** The folder of the sample solution. */
  readonly folder: string
  /** Ids by names: `$name` of elements and other created objects, `@login` of users. */
  readonly names: Map<string, string>
  /** The time of the step in ms. */
  readonly atMs: number
  /** Waits until the processes have nothing left to do at the time of the clock. */
  readonly settle: () => Promise<void>
  /** Idempotency key of the step. */
  readonly key: string
  /**
   * Number of times that the timeline has had the same step so far, this one included; undefined when no killed start
   * can have carried the step out.
   */
  readonly mayBeDone?: number | undefined
}

/**
 * Carries out a step. A step that a killed start has carried out changes nothing: the server recognises most requests
 * by their idempotency keys, and tasks and restore points are looked up first. Throws an Error with a sentence when the
 * step cannot be carried out.
 */
export async function playStep(scene: Scene, step: Step): Promise<void> {
  const token = step.by === undefined ? scene.adminToken : scene.tokens.get(step.by)
  if (token === undefined) throw new Error(`there is no "${step.by}"`)
  const call = callAs(scene.send, token, scene.key)
  const fill = (value: unknown): Answer => filled(value, scene.names, scene.atMs)
  const of = (): string => fill(`$${step.of}`)
  if (step.create !== undefined) await create(scene, { call, token, step })
  else if (step.start !== undefined) {
    const { namespace, code } = splitPath(step.app!)
    const body = { process: step.start, context: fill(step.values ?? {}) }
    await call('POST', `/api/v1/elements/${namespace}/${code}/${of()}/start-process`, body)
  } else if (step.complete !== undefined) {
    if (await isCompleted(scene, { call, item: of(), step })) return
    const { id } = await taskOf(scene, { call, item: of(), step })
    const { exit, comment, values } = step
    await call('POST', `/api/v1/tasks/${id}/complete`, fill({ exit, comment, context: values }))
  } else if (step.restore !== undefined) {
    const point = await soon(scene, () => restorePointOf(call, of()))
    if (point === undefined && scene.mayBeDone !== undefined) return
    if (point === undefined) throw new Error(`there is no restore point of ${of()}`)
    await call('POST', `/pub/v1/bpm/restore-point/${point.id}/restore`, { context: fill(step.values) })
  } else if (step.message !== undefined) {
    const body = { name: step.message, correlationKey: of(), context: fill(step.values ?? {}) }
    const send = async () => (await call('POST', '/api/v1/messages', body)).reached > 0 || undefined
    if ((await soon(scene, send)) === undefined) throw new Error(`no process waits for "${step.message}" of ${of()}`)
  } else if (step.register !== undefined) await register(call, { step, of: of() })
  else if (step.version !== undefined) {
    const { namespace, code } = splitPath(step.app!)
    const { item } = await call('GET', `/pub/v1/app/${namespace}/${code}/${of()}/get`)
    const { hash } = await upload(scene.send, token, { ...sampleFile(step.text!), key: scene.key })
    await call('POST', `/api/v1/files/${item[step.version][0]}/versions`, { hash })
  } else if (step.import !== undefined) {
    const bytes = await readFile(`${scene.folder}/data/${step.import}`)
    const { hash: fileHash } = await upload(scene.send, token, { name: step.import, bytes, key: scene.key })
    await call('POST', `/pub/v1/app/${step.app!.replace('.', '/')}/import`, { fileHash, ...step.values })
  } else if (step.request !== undefined) {
    const path = step.request.replaceAll(/\{([$@][\w-]+)\}/g, (_all, name) => fill(name))
    const answer = await call(step.method ?? 'POST', path, fill(step.values ?? {}))
    const made = answer.item?.__id ?? answer.segment?.__id ?? answer.subscribers?.[0]?.id ?? answer.id
    if (step.as !== undefined) scene.names.set(`$${step.as}`, made)
  }
}

async function create(scene: Scene, { call, token, step }: { call: Call; token: string; step: Step }): Promise<void> {
  const context: Answer = filled(step.fields ?? {}, scene.names, scene.atMs)
  for (const [field, texts] of Object.entries(step.pdf ?? {})) {
    context[field] = []
    for (const [at, text] of [texts].flat().entries())
      context[field].push(await upload(scene.send, token, { ...sampleFile(text), key: `${scene.key} ${field} ${at}` }))
  }
  const { item } = await call('POST', `/pub/v1/app/${step.app!.replace('.', '/')}/create`, { context })
  scene.names.set(`$${step.create}`, item.__id)
}

/**
 * Returns the open task at the diagram element `step.complete` in the instances that run for the element `item`: a
 * task of the person, otherwise the first one. Throws an Error when there is none within ten seconds.
 */
async function taskOf(scene: Scene, { call, item, step }: { call: Call; item: string; step: Step }): Promise<Answer> {
  const find = async () => {
    const { result } = await call('GET', `/api/v1/tasks?itemId=${item}&elementId=${step.complete}`)
    const own = result.result.find(({ performers }: Answer) =>
      performers.some((one: Answer) => (one.id ?? one) === scene.names.get(`@${step.by}`)),
    )
    return own ?? result.result[0]
  }
  const task = await soon(scene, find)
  if (task === undefined) throw new Error(`there is no task "${step.complete}" of ${item}`)
  return task
}

/**
 * Returns whether a killed start has completed the task of this step. That is so if the person has completed the task
 * at least as often as the timeline up to this step.
 */
async function isCompleted(
  { mayBeDone, names }: Scene,
  { call, item, step }: { call: Call; item: string; step: Step },
): Promise<boolean> {
  if (mayBeDone === undefined) return false
  const query = `itemId=${item}&elementId=${step.complete}&state=closed&performer=any`
  const { result } = await call('GET', `/api/v1/tasks?${query}`)
  const own = result.result.filter(({ assignee }: Answer) => assignee === names.get(`@${step.by}`))
  return own.length >= mayBeDone
}

/** Returns the open restore point of the first instance in the list of an element; undefined when there is none. */
async function restorePointOf(call: Call, target: string): Promise<Answer> {
  const { result } = await call('POST', '/pub/v1/bpm/instance/bytarget/list', { target })
  if (result.result.length === 0) return undefined
  const points = await call('GET', `/api/v1/restore-points?instanceId=${result.result[0].__id}`)
  return points.result.result[0]
}

const patienceMs = 10_000

/**
 * Repeats a search until it finds something, for ten seconds at most. A busy database server may show a new element to
 * the processes a moment later than to a request.
 */
async function soon<T>(scene: Scene, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const untilMs = performance.now() + patienceMs
  for (let pauseMs = 0; ; pauseMs = 50) {
    const found = await find()
    if (found !== undefined || performance.now() > untilMs) return found
    if (pauseMs > 0) await wait(pauseMs)
    await scene.settle()
  }
}

async function register(call: Call, { step, of }: { step: Step; of: string }): Promise<void> {
  const { namespace, code } = splitPath(step.app!)
  const query = encodeURIComponent(JSON.stringify({ filter: { tf: { index: step.register } }, active: true }))
  const { result } = await call('GET', `/pub/v1/nomenclature?query=${query}`)
  const { number, values } = step
  const body = { namespace, code, id: of, caseId: result.result[0].id, number, card: values }
  await call('POST', '/api/v1/registrations', body)
}

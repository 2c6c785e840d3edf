import { splitPath } from '../../foundation/kit/codes.ts'
import { expectNow } from './expectations.ts'
import { addFiles } from './files.ts'
import type { Step, StepOf } from './process-test.ts'
import { type Scene, StepFailed } from './scene.ts'
import type { View } from './throwaway-server.ts'

/** Carries out a step of a test. Returns a sentence about the result. Throws StepFailed, or the error of the server. */
export async function doStep(scene: Scene, step: Step): Promise<string> {
  if (step.start !== undefined) return start(scene, step.start)
  if (step.set !== undefined) return set(scene, step.set)
  if (step.complete !== undefined) return complete(scene, step.complete)
  if (step.restore !== undefined) return restore(scene, step.restore)
  if (step.message !== undefined) return message(scene, step.message)
  if (step.signal !== undefined) return signal(scene, step.signal)
  if (step.retry !== undefined) return retry(scene, step.retry)
  if (step.advance !== undefined) return advance(scene, step.advance)
  return expectNow(scene, step.expect ?? {})
}

const who = (by: string | undefined): string => by ?? 'the administrator'

async function start(
  scene: Scene,
  { by, process = scene.process, context = {}, element }: StepOf<'start'>,
): Promise<string> {
  const values = scene.filled(context)
  const on = element === undefined ? undefined : scene.element(element)
  const { namespace, code } = splitPath(process)
  if (on !== undefined) {
    const path = on.path.replace('/pub/v1/app/', '/api/v1/elements/')
    await scene.as(by).call('POST', `${path}/start-process`, { process, context: values })
  } else {
    await scene.as(by).call('POST', `/pub/v1/bpm/template/${namespace}/${code}/run`, { context: values })
  }
  return `${who(by)} starts ${process}${element === undefined ? '' : ` for "${element}"`}`
}

async function set(scene: Scene, { element, by, fields, files, status }: StepOf<'set'>): Promise<string> {
  const { path } = scene.element(element)
  if (fields !== undefined) await scene.as(by).call('POST', `${path}/update`, { context: scene.filled(fields) })
  await addFiles(scene.as(by), path, files)
  if (status !== undefined) await scene.as(by).call('POST', `${path}/set-status`, { status })
  const what = [
    ...(fields === undefined ? [] : [`changes ${Object.keys(fields).join(', ')} of "${element}"`]),
    ...(files === undefined ? [] : [`gives "${element}" a file in ${Object.keys(files).join(', ')}`]),
    ...(status === undefined ? [] : [`sets the status of "${element}" to "${status}"`]),
  ]
  return `${who(by)} ${what.join(' and ') || `changes nothing of "${element}"`}`
}

/**
 * Returns an open task at an element of the diagram: one in the task list of the person, otherwise the last task.
 * `text` is the id or name of the element. Throws StepFailed when there is no open task.
 */
async function openTask(scene: Scene, text: string, by?: string): Promise<View> {
  const { id, parts } = await scene.partsAt(text, ({ tasks }) => tasks.filter(({ endedAt }: View) => endedAt === null))
  if (parts.length === 0) throw new StepFailed('there is no open task', id)
  if (by === undefined) return parts.at(-1)
  const { result } = (await scene.as(by).call('GET', '/api/v1/tasks')) as View
  const own = new Set(result.result.map((task: View) => task.__id))
  return parts.find((task) => own.has(task.id)) ?? parts.at(-1)
}

async function complete(scene: Scene, { task: text, by, exit, values, comment }: StepOf<'complete'>): Promise<string> {
  const task = await openTask(scene, text, by)
  const body = { ...(exit && { exit }), ...(values && { context: scene.filled(values) }), ...(comment && { comment }) }
  const diagram = await scene.diagramOf(task.instance)
  await failingAt(task.element, () => scene.as(by).call('POST', `/api/v1/tasks/${task.id}/complete`, body))
  return `${by} completes ${diagram.describe(task.element)}${exit === undefined ? '' : ` with "${exit}"`}`
}

async function restore(scene: Scene, { activity, output = {}, error }: StepOf<'restore'>): Promise<string> {
  const { id, parts } = await scene.partsAt(activity, ({ restorePoints }) =>
    restorePoints.filter(({ state }: View) => state === 'open'),
  )
  const [point] = parts
  if (point === undefined) throw new StepFailed('the activity does not wait for the answer of another system', id)
  const body = error === undefined ? { output: scene.filled(output) } : { error }
  await failingAt(id, () => scene.session.admin.call('POST', `/pub/v1/bpm/restore-point/${point.id}/restore`, body))
  const what = error === undefined ? JSON.stringify(output) : `the error ${error.code}`
  return `the other system answers ${(await scene.diagramOf(point.instance)).describe(id)} with ${what}`
}

async function message(scene: Scene, { name, key, context, by }: StepOf<'message'>): Promise<string> {
  const body = {
    name,
    ...(key !== undefined && { correlationKey: scene.filled(key) }),
    ...(context && { context: scene.filled(context) }),
  }
  const { reached } = await scene.as(by).call('POST', '/api/v1/messages', body)
  if (reached === 0)
    throw new StepFailed(
      `nothing waits for the message "${name}"${key === undefined ? '' : ` with the key ${JSON.stringify(key)}`}`,
    )
  return `${who(by)} sends the message "${name}"`
}

async function signal(scene: Scene, { name, context, by }: StepOf<'signal'>): Promise<string> {
  await scene.as(by).call('POST', '/api/v1/signals', { name, ...(context && { context: scene.filled(context) }) })
  return `${who(by)} broadcasts the signal "${name}"`
}

async function retry(scene: Scene, { incident: text, context }: StepOf<'retry'>): Promise<string> {
  const { id, parts } = await scene.partsAt(text, ({ incidents }) =>
    incidents.filter(({ state }: View) => state === 'open'),
  )
  if (parts[0] === undefined) throw new StepFailed('there is no open incident', id)
  const body = context === undefined ? {} : { context: scene.filled(context) }
  await failingAt(id, () => scene.session.admin.call('POST', `/api/v1/incidents/${parts[0].id}/retry`, body))
  return `the administrator retries the incident at ${(await scene.diagramOf(parts[0].instance)).describe(id)}`
}

const workingTime = /^(\d{1,4}) working (day|hour)s?(?: of ([\w.]+))?$/

async function advance(scene: Scene, text: string): Promise<string> {
  const { clock, platform } = scene.session
  const nowMs = clock.nowMs()
  const [, count, unit, calendar] = workingTime.exec(text) ?? []
  if (count === undefined) {
    await scene.settle(text)
  } else {
    const duration = unit === 'day' ? `P${count}D` : `PT${count}H`
    const until = platform.context.calendars.addWorkingTime(new Date(nowMs), duration, calendar)
    await scene.settle(`PT${Math.ceil((until.getTime() - nowMs) / 1000)}S`)
  }
  return `the clock advances by ${text}; it is ${new Date(clock.nowMs()).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Runs a request. When the server refuses the request, the step fails at the element. */
async function failingAt<T>(element: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw new StepFailed(error instanceof Error ? error.message : String(error), element)
  }
}

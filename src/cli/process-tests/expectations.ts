import { difference } from './difference.ts'
import type { Expectation } from './process-test.ts'
import { type Scene, StepFailed } from './scene.ts'
import type { View } from './throwaway-server.ts'

/**
 * Checks the expectations of a step. Returns a sentence for the report. Throws StepFailed for the first expectation
 * that is not met.
 */
export async function expectNow(scene: Scene, expected: Expectation): Promise<string> {
  const met: string[] = []
  const check = async (text: string | undefined, test: (text: string) => Promise<string>): Promise<void> => {
    if (text !== undefined) met.push(await test(text))
  }
  await check(expected.task, (text) => taskIsOpen(scene, text, expected))
  await check(expected.noTask, (text) => noTask(scene, text))
  await check(expected.timer, (text) => timerRuns(scene, text, expected))
  await check(expected.message, (text) => messageIsAwaited(scene, text, expected))
  await check(expected.incident, (text) => incidentIsOpen(scene, text, expected))
  await check(expected.request, (text) => requestWasSent(scene, text, expected))
  for (const text of [expected.passed ?? []].flat()) met.push(await wasReached(scene, text))
  if (expected.context !== undefined) met.push(await hasValues(scene, expected.context))
  for (const [name, state] of Object.entries(expected.elements ?? {})) met.push(await elementIs(scene, name, state))
  if (expected.ended !== undefined) met.push(await hasEnded(scene, expected.ended))
  return `expected: ${met.join('; ') || 'nothing'}`
}

async function taskIsOpen(scene: Scene, text: string, expected: Expectation): Promise<string> {
  const { id, parts } = await scene.partsAt(text, ({ tasks }) => tasks.filter(({ endedAt }: View) => endedAt === null))
  if (parts.length === 0) throw new StepFailed('there is no open task', id)
  const wanted = expected.for === undefined ? undefined : [expected.for].flat()
  const problems: string[] = []
  for (const task of parts) {
    const problem = await differenceOfTask(scene, task, { wanted, expected })
    if (problem === undefined)
      return `a task at ${await described(scene, parts[0], id)}${wanted === undefined ? '' : ` for ${wanted.join(', ')}`}`
    problems.push(problem)
  }
  throw new StepFailed(problems[0]!, id)
}

async function differenceOfTask(
  scene: Scene,
  task: View,
  { wanted, expected }: { readonly wanted: readonly string[] | undefined; readonly expected: Expectation },
): Promise<string | undefined> {
  const names = wanted === undefined ? undefined : await performersOf(scene, task)
  if (wanted !== undefined && !isSame(wanted, names!))
    return `the task is for ${names!.join(', ') || 'nobody'}, not for ${wanted.join(', ')}`
  const { subject, due, escalated } = expected
  if (subject !== undefined && task.subject !== subject)
    return `the subject of the task is "${task.subject}", not "${subject}"`
  if (due !== undefined && difference({ dueAt: due }, task) !== undefined)
    return `the task is due at ${task.dueAt}, not at ${due}`
  if (escalated === undefined) return undefined
  const { task: view } = (await scene.session.admin.call('GET', `/api/v1/tasks/${task.id}`)) as View
  if (!escalated) scene.expectedFailures.add(task.id)
  const failed = view.history.find(({ kind }: View) => kind === 'escalationFailed')
  if (escalated && failed !== undefined) return `the task was not escalated: ${failed.details.problem}`
  const was = view.history.some(({ kind }: View) => kind === 'escalated')
  return was === escalated ? undefined : `the task was ${was ? '' : 'not '}escalated`
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))

/**
 * Returns the performers of a task as tests name them: logins, paths of groups, codes of positions. For a performer
 * without any of these, the `name` in the view is returned.
 */
async function performersOf(scene: Scene, { performers }: View): Promise<string[]> {
  const subjects = await scene.subjects()
  return performers.map(({ id, name }: View) => subjects.get(id) ?? name)
}

async function noTask(scene: Scene, text: string): Promise<string> {
  const { id, parts } = await scene.partsAt(text, ({ tasks }) => tasks.filter(({ endedAt }: View) => endedAt === null))
  if (parts.length > 0) throw new StepFailed('there is an open task', id)
  return `no task at "${id}"`
}

async function timerRuns(scene: Scene, text: string, { due }: Expectation): Promise<string> {
  const { id, parts } = await scene.partsAt(text, ({ timers }) => timers.filter(({ kind }: View) => kind === 'timer'))
  if (parts.length === 0) throw new StepFailed('there is no timer', id)
  if (due !== undefined && !parts.some((timer) => difference({ dueAt: due }, timer) === undefined))
    throw new StepFailed(`the timer is due at ${parts[0].dueAt}, not at ${due}`, id)
  return `a timer at ${await described(scene, parts[0], id)}`
}

async function messageIsAwaited(scene: Scene, text: string, { key }: Expectation): Promise<string> {
  const { id, parts } = await scene.partsAt(text, ({ subscriptions }) => subscriptions)
  if (parts.length === 0) throw new StepFailed('nothing waits for a message or signal', id)
  if (key !== undefined && !parts.some((one) => one.key === key))
    throw new StepFailed(`the correlation key is ${JSON.stringify(parts[0].key)}, not ${JSON.stringify(key)}`, id)
  return `waits for "${parts[0].name}" at ${await described(scene, parts[0], id)}`
}

async function incidentIsOpen(scene: Scene, text: string, { sentence }: Expectation): Promise<string> {
  const { id, parts } = await scene.partsAt(text, ({ incidents }) =>
    incidents.filter(({ state }: View) => state === 'open'),
  )
  if (parts.length === 0) throw new StepFailed('there is no open incident', id)
  if (sentence !== undefined && !parts.some(({ message }) => message.includes(sentence)))
    throw new StepFailed(`the incident says "${parts[0].message}", not "${sentence}"`, id)
  return `an incident at ${await described(scene, parts[0], id)}`
}

async function requestWasSent(scene: Scene, text: string, { sent = {} }: Expectation): Promise<string> {
  const id = (await scene.diagram(scene.process)).find(text) ?? text
  const requests = scene.answers.requests.filter(({ activity }) => activity === id)
  if (requests.length === 0) throw new StepFailed('the activity has sent no request', id)
  const problems = requests.map(({ input, settings }) => difference(scene.filled(sent), { ...settings, ...input }))
  if (!problems.includes(undefined)) throw new StepFailed(`in the request, ${problems.at(-1)}`, id)
  return `a request of "${id}"`
}

async function wasReached(scene: Scene, text: string): Promise<string> {
  const { id } = await scene.partsAt(text, () => [])
  if (!(await scene.reached()).some((reached) => reached.element === id))
    throw new StepFailed('the process did not reach this element', id)
  return `was at "${id}"`
}

async function hasValues(scene: Scene, context: Readonly<Record<string, unknown>>): Promise<string> {
  const instances = await scene.ofProcess()
  const problems = instances.map((instance) => difference(scene.filled(context), instance.context))
  if (!problems.includes(undefined)) throw new StepFailed(problems[0] ?? 'the process has not started')
  return Object.entries(context)
    .map(([name, value]) => `"${name}" is ${JSON.stringify(value)}`)
    .join(', ')
}

async function elementIs(
  scene: Scene,
  name: string,
  { status, fields }: NonNullable<Expectation['elements']>[string],
): Promise<string> {
  const { path } = scene.element(name)
  const { item } = (await scene.session.admin.call('POST', `${path}/get`)) as View
  if (status !== undefined && item.__statusCode !== status)
    throw new StepFailed(`the status of "${name}" is "${item.__statusCode}", not "${status}"`)
  const problem = difference(scene.filled(fields ?? {}), item)
  if (problem !== undefined) throw new StepFailed(`of "${name}", ${problem}`)
  const what = [
    ...(status === undefined ? [] : [`the status "${status}"`]),
    ...Object.keys(fields ?? {}).map((one) => `"${one}"`),
  ]
  return `"${name}" has ${what.join(', ')}`
}

async function hasEnded(scene: Scene, ended: boolean | string): Promise<string> {
  const instances = await scene.ofProcess()
  if (instances.length === 0) throw new StepFailed('the process has not started')
  const running = instances.filter(({ endedAt }) => endedAt === null)
  if (ended === false) {
    if (running.length === 0) throw new StepFailed('the process has ended')
    return 'the process runs'
  }
  if (running.length > 0) throw new StepFailed('the process has not ended', running[0].active[0]?.element)
  if (ended !== true) await wasReached(scene, ended)
  return `the end${ended === true ? '' : ` at "${ended}"`}`
}

const described = async (scene: Scene, { instance }: View, id: string): Promise<string> =>
  (await scene.diagramOf(instance)).describe(id)

/**
 * Throws StepFailed when the escalation of a task has reached nobody, unless the test expects that the task was not
 * escalated.
 */
export async function refuseFailedEscalations(scene: Scene): Promise<void> {
  for (const instance of await scene.instances()) {
    for (const { id, element } of instance.tasks) {
      if (scene.expectedFailures.has(id)) continue
      const { task } = (await scene.session.admin.call('GET', `/api/v1/tasks/${id}`)) as View
      const failed = task.history.find(({ kind }: View) => kind === 'escalationFailed')
      if (failed !== undefined) throw new StepFailed(failed.details.problem, element)
    }
  }
}

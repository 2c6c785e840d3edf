import { didYouMean } from '../../foundation/kit/nearest.ts'
import type { Answers } from './answers.ts'
import { type Diagram, diagramOf } from './diagram.ts'
import { uploadsOf } from './files.ts'
import { createPeople, type People } from './people.ts'
import type { CaseSettings, ElementSettings, Test } from './process-test.ts'
import type { ReadTestFile } from './read-test-files.ts'
import type { Access, TestSession, View } from './throwaway-server.ts'

/** The failure of a step. `element` is the id of the element of the diagram at which the step failed. */
export class StepFailed extends Error {
  readonly element: string | undefined

  constructor(message: string, element?: string) {
    super(message)
    this.element = element
  }
}

/** An element of a test, with the application that it belongs to. */
interface MadeElement {
  readonly path: string
  readonly id: string
  readonly app: string
}

/** A running test: the server, its people and elements, and the instances that it has started. */
export class Scene {
  readonly session: TestSession
  readonly process: string
  readonly answers: Answers
  readonly elements = new Map<string, MadeElement>()
  /** Ids of the tasks whose escalation has reached nobody, as the test expects. */
  readonly expectedFailures = new Set<string>()
  readonly #diagrams = new Map<string, Promise<Diagram>>()
  #people: People = new Map()
  /** Instances that ran before the first step, such as those of timer start events. */
  #earlier = new Set<string>()

  constructor(session: TestSession, process: string, answers: Answers) {
    this.session = session
    this.process = process
    this.answers = answers
  }

  /**
   * Creates the people, cases and elements of a test. Throws an Error with the reason when the server refuses one of
   * them, or when the test names a person or element that it does not have.
   */
  async prepare({ content }: ReadTestFile, test: Test): Promise<void> {
    await this.settle()
    for (const { id } of await this.#list()) this.#earlier.add(id)
    this.#people = await createPeople(this.session, { ...content.people, ...test.people })
    await createCases(this.session, [...(content.cases ?? []), ...(test.cases ?? [])])
    for (const [name, element] of Object.entries({ ...content.elements, ...test.elements }))
      await this.#createElement(name, element)
    await this.settle()
  }

  async #createElement(name: string, { app, by, fields = {}, files = {}, status }: ElementSettings): Promise<void> {
    const access = this.as(by)
    const path = `/pub/v1/app/${app.replace('.', '/')}`
    const context = { ...this.filled(fields), ...(await uploadsOf(access, files)) }
    const { item } = await access.call('POST', `${path}/create`, { context })
    const address = `${path}/${(item as View).__id}`
    this.elements.set(name, { path: address, id: (item as View).__id, app })
    if (status !== undefined) await access.call('POST', `${address}/set-status`, { status })
  }

  /**
   * Returns access as a person of the test; as the administrator when `login` is omitted. Throws StepFailed for an
   * unknown login.
   */
  as(login?: string): Access {
    if (login === undefined) return this.session.admin
    const person = this.#people.get(login)
    if (person === undefined)
      throw new StepFailed(`there is no person "${login}" in the test${didYouMean(login, this.#people.keys())}`)
    return this.session.as(person.token)
  }

  element(name: string): MadeElement {
    const found = this.elements.get(name)
    if (found === undefined)
      throw new StepFailed(`there is no element "${name}" in the test${didYouMean(name, this.elements.keys())}`)
    return found
  }

  personId = (login: string): string | undefined => this.#people.get(login)?.id

  /** Replaces texts such as `$contract` by the ids of elements and people. Throws StepFailed for other names. */
  filled<T>(value: T): T {
    if (Array.isArray(value)) return value.map((one) => this.filled(one)) as T
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.filled(one)])) as T
    if (typeof value !== 'string' || !/^\$[A-Za-z][\w.-]*$/.test(value)) return value
    const name = value.slice(1)
    const id = this.elements.get(name)?.id ?? this.personId(name)
    if (id === undefined) throw new StepFailed(`"${value}" names neither an element nor a person of the test`)
    return id as T
  }

  /**
   * Moves the clock by a duration and waits until nothing is due any more. Throws StepFailed when the test has no
   * answer for a request that needs one.
   */
  async settle(by = 'PT0S'): Promise<void> {
    await this.session.admin.call('POST', '/api/v1/clock/advance', { by })
    const missing = this.answers.missing
    if (missing !== undefined)
      throw new StepFailed(
        `the activity sends a request, and the test has no answer for "${missing}" in "answers"`,
        missing,
      )
  }

  /** Returns the instances that the test has started, newest first. */
  async instances(): Promise<View[]> {
    const ids = (await this.#list()).map(({ id }) => id).filter((id) => !this.#earlier.has(id))
    return Promise.all(ids.map((id) => this.#instance(id)))
  }

  /** Returns an instance. Its tasks include the tasks of sheets. */
  async #instance(id: string): Promise<View> {
    const { admin } = this.session
    const { instance } = (await admin.call('GET', `/api/v1/instances/${id}`)) as View
    const { result } = (await admin.call('GET', `/api/v1/tasks?instanceId=${id}`)) as View
    const ofSheets = result.result.filter(({ sheet }: View) => sheet !== null)
    const tasks = ofSheets.map(({ elementId, performers, ...task }: View) => ({
      ...task,
      element: elementId,
      performers: performers.map((performer: string) => ({ id: performer, name: '' })),
    }))
    return { ...instance, tasks: [...instance.tasks, ...tasks] }
  }

  async #list(): Promise<{ id: string }[]> {
    const { result } = await this.get('/api/v1/instances', { size: 1000, fields: { __id: true } })
    return (result as View).result.map(({ __id }: { __id: string }) => ({ id: __id }))
  }

  get(path: string, query: object): Promise<View> {
    return this.session.admin.call('GET', `${path}?query=${encodeURIComponent(JSON.stringify(query))}`)
  }

  /** Returns the diagram of a process, given as `namespace.code`. Throws an Error when there is no such process. */
  diagram(process: string): Promise<Diagram> {
    let diagram = this.#diagrams.get(process)
    if (diagram === undefined) {
      diagram = diagramOf(this.session.admin, process)
      this.#diagrams.set(process, diagram)
    }
    return diagram
  }

  /** Returns the diagram of an instance. */
  diagramOf = ({ template }: View): Promise<Diagram> => this.diagram(`${template.namespace}.${template.code}`)

  /**
   * Returns the parts of the instances, such as tasks or timers, that belong to an element of the diagram, and the id
   * of the element. `text` is this id or the name of the element. Throws StepFailed when no diagram has the element.
   */
  async partsAt(text: string, partsOf: (instance: View) => View[]): Promise<{ id: string; parts: View[] }> {
    const instances = await this.instances()
    const known = await this.diagram(this.process)
    let id = known.find(text)
    const parts: View[] = []
    for (const instance of instances) {
      const found = (await this.diagramOf(instance)).find(text)
      if (found === undefined) continue
      id = found
      parts.push(
        ...partsOf(instance)
          .filter(({ element }) => element === found)
          .map((part) => ({ ...part, instance })),
      )
    }
    if (id === undefined) throw new StepFailed(`the diagram has no element "${text}"${didYouMean(text, known.names())}`)
    return { id, parts }
  }

  /** Returns the instances of the tested process that the test has started. */
  async ofProcess(): Promise<View[]> {
    const instances = await this.instances()
    return instances.filter(({ template }) => `${template.namespace}.${template.code}` === this.process)
  }

  /** Returns the elements that the instances have reached, with their processes. */
  async reached(): Promise<{ process: string; element: string }[]> {
    const instances = await this.instances()
    const histories = instances.map(async ({ id, template }) => {
      const { result } = await this.get(`/api/v1/instances/${id}/history`, { size: 10_000 })
      const events = result.result.flatMap(({ events }: View) => events)
      return events.flatMap(({ type, element }: View) =>
        type === 'entered' ? [{ process: `${template.namespace}.${template.code}`, element }] : [],
      )
    })
    return (await Promise.all(histories)).flat()
  }

  /** Returns the names by which tests refer to users, groups and positions (logins, paths and codes), by id. */
  async subjects(): Promise<ReadonlyMap<string, string>> {
    const { admin } = this.session
    const { result } = (await admin.call('POST', '/pub/v1/scheme/groups/list', { size: 1000 })) as View
    const { items } = (await admin.call('GET', '/api/v1/org-items')) as View
    return new Map([
      ...result.result.map(({ __id, namespace, code }: View) => [__id, `${namespace}.${code}`]),
      ...items.flatMap(({ id, code }: View) => (code === null ? [] : [[id, code]])),
      ...[...this.#people].map(([login, { id }]) => [id, login]),
    ])
  }

  /** Returns where the instances are now, as lines for the message of a failure. */
  async whereabouts(): Promise<string[]> {
    const instances = await this.instances()
    if (instances.length === 0) return ['no process has started']
    return instances.flatMap(({ name, state, active, template }) => [
      `${template.namespace}.${template.code} "${name}" has the state "${state}"`,
      ...active.map((at: View) => `  at "${at.element}"${at.name ? ` (${at.name})` : ''}: ${at.why.join('; ')}`),
    ])
  }
}

/**
 * Creates the cases of a test, each in the office that the case names. Throws an Error when the server refuses a
 * case.
 */
async function createCases({ admin }: Pick<TestSession, 'admin'>, cases: readonly CaseSettings[]): Promise<void> {
  const path = '/pub/v1/nomenclature'
  const offices = new Map<string, string>()
  for (const { index, office, docflow = 'internal', template = '{seq}' } of cases) {
    if (!offices.has(office)) {
      const { item } = await admin.call('POST', `${path}/directory`, { type: 'place', name: office, code: office })
      offices.set(office, (item as View).id)
    }
    const directoryId = offices.get(office)!
    const body = { name: index, index, directoryId, docflow, registrationSettings: { template } }
    await admin.call('POST', path, body)
  }
}

import { openTestDatabase } from '../../../test/database.ts'
import type { Database } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { createJobs } from '../../foundation/jobs/index.ts'
import { createMovableClock, type MovableClock } from '../../foundation/kit/clock.ts'
import { idOfPath, newId } from '../../foundation/kit/ids.ts'
import type { Log } from '../../foundation/kit/log.ts'
import { systemCaller } from '../../people/index.ts'
import { typedLanguage } from '../definition/context/index.ts'
import { processLanguage, processLanguageWith } from '../definition/language/process-language.ts'
import type { Programs, PublishedVersion } from '../definition/templates/programs.ts'
import { loadProgram, type State, type Variables } from '../engine/advance/index.ts'
import { bpmn, catalog } from '../engine/process.fixture.ts'
import { compileProcesses } from '../engine/process.ts'
import { createExecution, type RunningExecution } from './create-execution.ts'
import type { ExecutionDeps } from './deps.ts'
import type { StartRequest, ThrownEvent } from './execution.ts'

export const user = newId()
export const caller = systemCaller(user)

/** Published versions in memory. */
export class FixturePrograms implements Programs {
  readonly #versions: PublishedVersion[] = []

  /** Publishes a process of these elements as `t.CODE` and returns its version. */
  async publish(code: string, elements: readonly string[]): Promise<PublishedVersion> {
    const [program] = await compileProcesses(new TextEncoder().encode(bpmn(elements, catalog)), processLanguage)
    const template = idOfPath(`test.${code}`)
    const version = this.#versions.filter((one) => one.template === template).length + 1
    const stored = JSON.parse(JSON.stringify(program))
    const loaded = loadProgram(stored, typedLanguage(stored, processLanguageWith))
    const published = { template, namespace: 't', code, version, loaded }
    this.#versions.push(published)
    return published
  }

  async find(_reader: unknown, { code, version }: { code: string; version?: number }) {
    return this.#versions.findLast((one) => one.code === code && (version === undefined || one.version === version))
  }

  async get(_reader: unknown, template: string, version: number): Promise<PublishedVersion> {
    return this.#versions.find((one) => one.template === template && one.version === version)!
  }
}

/** One node: an execution with its jobs on a database. */
interface Node extends AsyncDisposable {
  readonly execution: RunningExecution
  readonly deps: ExecutionDeps
  advanceClock(byMs: number): Promise<void>
  close(): Promise<void>
}

export interface Trial extends AsyncDisposable {
  readonly database: Database
  readonly programs: FixturePrograms
  readonly execution: RunningExecution
  /** Dependencies of the first node. */
  readonly deps: ExecutionDeps
  readonly thrown: ThrownEvent[]
  readonly logged: unknown[]
  /** Number of calls of `rows` outside of transactions. */
  readonly statements: { count: number }
  publish(code: string, elements: readonly string[]): Promise<PublishedVersion>
  start(version: PublishedVersion, more?: Partial<StartRequest>): Promise<string>
  advanceClock(byMs: number): Promise<void>
  /** Starts another node on the same database. */
  addNode(): Promise<Node>
  /** Stops the jobs and the loops of the first node. */
  stop(): Promise<void>
  instance(id: string): Promise<StoredInstance>
  waits(instance?: string): Promise<StoredWait[]>
  /** Returns the id of the open wait of an element. */
  wait(instance: string, element: string): Promise<string>
  complete(instance: string, element: string, variables?: Variables): Promise<string>
}

interface StoredInstance {
  readonly id: string
  readonly rev: string
  readonly state: string
  readonly name: string
  readonly context: Variables
  readonly execution: State | null
  readonly outcome: object | null
  readonly parent: string | null
}

interface StoredWait {
  readonly instance: string
  readonly id: string
  readonly element: string
  readonly kind: string
}

/** A clock with which no advance takes long, so that nothing is postponed on a busy machine. */
export const quickClock = (): MovableClock => ({ ...createMovableClock(), monotonicMs: () => 0 })

/** Opens a database with an execution. `deps` replaces some of the dependencies. */
export async function openTrial(deps: Partial<ExecutionDeps> = {}): Promise<Trial> {
  const database = await openTestDatabase()
  const programs = new FixturePrograms()
  const thrown: ThrownEvent[] = []
  const logged: unknown[] = []
  const statements = { count: 0 }
  const log: Log = (_level, message, more) => logged.push([message, more])
  const counted: Database = {
    ...database,
    single: {
      ...database.single,
      rows: (statement) => {
        statements.count++
        return database.single.rows(statement)
      },
    },
  }

  async function addNode(): Promise<Node> {
    const clock = createMovableClock()
    const jobs = await createJobs({ database, clock, log })
    const all: ExecutionDeps = {
      database: counted,
      clock,
      log,
      jobs,
      programs,
      resolvePerformers: async (_reader, _task, facts) => ({ assignee: facts.initiator, priority: 0, timers: [] }),
      work: [],
      ...deps,
    }
    const execution = await createExecution(all)
    execution.onThrown(async (_tx, event) => void thrown.push(event))
    await jobs.start()
    execution.begin()
    const close = async (): Promise<void> => {
      await jobs.close()
      await execution.close()
    }
    return { execution, deps: all, advanceClock: jobs.advanceClock, close, [Symbol.asyncDispose]: close }
  }

  const first = await addNode()
  const { execution } = first

  const waits = (instance?: string) =>
    database.reader.rows<StoredWait>(sql`
      select instance::text, id::text, element, kind from process_wait
      where ${instance ?? null}::uuid is null or instance = ${instance ?? null}::uuid order by id`)
  const wait = async (instance: string, element: string): Promise<string> => {
    const found = (await waits(instance)).find((one) => one.element === element)
    if (found === undefined) throw new Error(`${element} does not wait`)
    return found.id
  }

  return {
    database,
    programs,
    execution,
    deps: first.deps,
    thrown,
    logged,
    statements,
    publish: (code, elements) => programs.publish(code, elements),
    async start(version, more = {}) {
      return (await execution.start(caller, { version, context: {}, initiator: user, ...more })).instance
    },
    advanceClock: first.advanceClock,
    addNode,
    stop: first.close,
    async instance(id) {
      const row = await database.reader.row<Record<string, string>>(sql`
        select id::text, rev::text, state, name, context, execution, outcome, parent::text
        from process_instance where id = ${id}`)
      if (row === undefined) throw new Error('there is no such instance')
      const parsed = (text: unknown) => (text === null ? null : JSON.parse(String(text)))
      return {
        ...row,
        context: parsed(row.context),
        execution: parsed(row.execution),
        outcome: parsed(row.outcome),
      } as unknown as StoredInstance
    },
    waits,
    wait,
    async complete(instance, element, variables) {
      const stimulus = {
        type: 'complete' as const,
        wait: await wait(instance, element),
        ...(variables && { variables }),
      }
      return (await execution.deliver({ instance, stimulus, caller })).outcome
    },
    async [Symbol.asyncDispose]() {
      await first.close()
      await database.close()
    },
  }
}

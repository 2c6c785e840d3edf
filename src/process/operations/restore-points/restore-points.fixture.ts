import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from '../../../foundation/db/sql.ts'
import { otherServer } from '../../../foundation/outbound/other-server.fixture.ts'
import { createScripts } from '../../../foundation/sandbox/index.ts'
import { createLists } from '../../../query/index.ts'
import { extensions } from '../../engine/process.fixture.ts'
import { caller, openTrial, type Trial } from '../../execution/execution.fixture.ts'
import type { Work } from '../../execution/index.ts'
import type { WorkCall } from '../../execution/work.ts'
import { delegatedWork, httpWork, scriptWork } from '../../work/calls/index.ts'
import { expiryOf } from './restore-points.store.ts'
import { RestorePoints } from './restore-points.ts'

interface Asked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface OutsideTrial extends AsyncDisposable {
  readonly trial: Trial
  readonly restorePoints: RestorePoints
  /** Requests that the other system received. */
  readonly asked: Asked[]
  readonly url: string
  restore(id: string, body: Record<string, unknown>, by?: RestorePoints): Promise<string>
  point(instance: string): Promise<{ id: string; state: string; attempts: number }>
  incidents(instance: string): Promise<readonly string[]>
  restorePointsOf(execution: Trial['execution']): RestorePoints
}

type Answering = (asked: Asked, response: ServerResponse, count: number) => void

/** Starts another system, and an execution whose processes send requests to the other system. */
export async function openOutside(answering: Answering): Promise<OutsideTrial> {
  const asked: Asked[] = []
  const server = await otherServer(async (request, response) => {
    const { url: path = '', headers } = request
    const one = { path, headers, body: await text(request) }
    asked.push(one)
    answering(one, response, asked.length)
  })
  const scripts = createScripts({ threads: 1 })
  const deps = { outbound: server.outbound, secrets: { DELEGATION: 'a key', OTHER: 'another key' } }
  const works = (): Work[] => [
    httpWork(deps),
    scriptWork(scripts),
    delegatedWork({
      ...deps,
      reader: trial.database.single,
      programs: trial.programs,
      baseUrl: () => 'https://chancery.test',
      moduleActivity: async () => {
        throw new Error('no module is deployed here')
      },
      expiryOf: (instance, wait) => expiryOf(trial.database.single, instance, wait),
    }),
  ]
  const late = (action: string, place: 'memory' | 'outside'): Work => ({
    action,
    place,
    run: (call: WorkCall) =>
      (works().find((one) => one.action === action) as Extract<Work, { place: 'outside' }>).run(call),
  })
  const trial = await openTrial({
    work: [late('http', 'outside'), late('delegated', 'outside'), late('script', 'memory')],
  })
  const restorePointsOf = (execution: Trial['execution']): RestorePoints =>
    new RestorePoints({
      database: trial.database,
      programs: trial.programs,
      execution,
      clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
      lists: createLists(trial.database.reader),
      administered: () => undefined,
      hidden: () => undefined,
      checkReferences: async () => [],
      resend: async () => {},
    })
  const restorePoints = restorePointsOf(trial.execution)
  return {
    trial,
    restorePoints,
    restorePointsOf,
    asked,
    url: `http://open.test:${server.port}/checks`,
    async restore(id, body, by = restorePoints) {
      try {
        await by.restore({ ...caller, administrator: false }, id, body)
        return 'done'
      } catch (error) {
        return (error as { code: string }).code
      }
    },
    async point(instance) {
      const row = await trial.database.reader.row<{ id: string; state: string; attempts: number }>(
        sql`select id::text, state, attempts from process_restore_point where instance = ${instance} order by created_at desc limit 1`,
      )
      if (row === undefined) throw new Error('there is no restore point')
      return row
    },
    async incidents(instance) {
      const rows = await trial.database.reader.rows<{ kind: string; message: string }>(
        sql`select kind, message from process_incident where instance = ${instance} and state = 'open'`,
      )
      return rows.map(({ kind, message }) => `${kind}: ${message}`)
    },
    async [Symbol.asyncDispose]() {
      await trial[Symbol.asyncDispose]()
      await scripts.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Returns the BPMN of a delegated activity. */
export const delegated = (id: string, url: string, more = '', attributes = 'attempts="3" delay="PT10S"'): string =>
  `<serviceTask id="${id}">${extensions(
    `<chancery:action type="delegated" ${attributes}/><chancery:setting name="url" text="${url}"/>${more}`,
  )}</serviceTask>`

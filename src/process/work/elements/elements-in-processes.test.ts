import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { tryImports } from '../../../data/import/shop.fixture.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { createJobs } from '../../../foundation/jobs/index.ts'
import { createMovableClock } from '../../../foundation/kit/clock.ts'
import { element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { FixturePrograms } from '../../execution/execution.fixture.ts'
import { createExecution } from '../../execution/index.ts'
import { createElementWork } from './index.ts'

const papers = `
name: Papers
fields: [{ code: title, type: string, required: true }, { code: amount, type: number }]
statuses:
  - { code: draft, name: Draft, next: [signed] }
  - { code: signed, name: Signed, final: true }
unique: [title]
`
const action = (id: string, type: string, inside: string): string =>
  element('serviceTask', id, extensions(`<chancery:action type="${type}" attempts="1"/>${inside}`))
const text = (name: string, value: string) => `<chancery:setting name="${name}" text="${value}"/>`
const create = action(
  'create',
  'element.create',
  `${text('app', 'shop.papers')}<chancery:input name="title" value="title"/><chancery:output name="paper" value="id"/>`,
)
const sign = (status: string) =>
  action(
    'sign',
    'element.setStatus',
    `${text('app', 'shop.papers')}<chancery:setting name="element" value="paper"/>${text('status', status)}`,
  )

describe('a process that works on elements', () => {
  let shop: Awaited<ReturnType<typeof tryImports>>
  let process: Awaited<ReturnType<typeof startProcesses>>
  before(async () => {
    shop = await tryImports({ papers })
    process = await startProcesses()
  })
  after(async () => {
    await process.close()
    await shop[Symbol.asyncDispose]()
  })

  async function startProcesses() {
    const { database, elements } = shop
    const clock = createMovableClock()
    const log = () => {}
    const jobs = await createJobs({ database, clock, log })
    const programs = new FixturePrograms()
    const execution = await createExecution({
      database,
      clock,
      log,
      jobs,
      programs,
      resolvePerformers: async (_reader, _task, facts) => ({ assignee: facts.initiator, priority: 0, timers: [] }),
      work: createElementWork({
        apps: { elements } as never,
        documentTemplates: {} as never,
        registry: {} as never,
        applicationById: () => undefined,
      }),
    })
    await jobs.start()
    execution.begin()
    const close = async (): Promise<void> => {
      await jobs.close()
      await execution.close()
    }
    return { programs, execution, close }
  }
  const titles = async (title: string) =>
    (
      await shop.database.reader.rows(
        sql`select body ->> 'title' as title from element where body ->> 'title' = ${title}`,
      )
    ).length
  const run = async (code: string, steps: readonly string[], title: string) => {
    const version = await process.programs.publish(code, steps)
    const { caller } = shop
    const { instance } = await process.execution.start(caller, {
      version,
      context: { title },
      initiator: caller.userId,
    })
    // If the first advance takes long, the rest of the work follows after the start.
    await process.execution.settle()
    const row = await shop.database.reader.row<{ state: string; context: string }>(
      sql`select state, context::text as context from process_instance where id = ${instance}`,
    )
    return { instance, state: row!.state, context: JSON.parse(row!.context) }
  }
  const incidents = (instance: string) =>
    shop.database.reader.rows<{ element: string; message: string }>(
      sql`select element, message from process_incident where instance = ${instance} and state = 'open'`,
    )

  it('writes them in the transaction of the advance and returns their ids', async () => {
    const steps = [start(), create, sign('signed'), end(), flows('s > create > sign > e')]
    const { state, context } = await run('whole', steps, 'whole')
    assert.equal(state, 'done')
    const address = { namespace: 'shop', code: 'papers', id: String(context.paper) }
    const stored = JSON.parse((await shop.elements.get(shop.caller, address)).item.text)
    assert.deepEqual([stored.title, stored.__statusCode], ['whole', 'signed'])
  })

  it('keeps the changes before a refused action and stops at the refused action with its message', async () => {
    const steps = [start(), create, sign('burnt'), end(), flows('s > create > sign > e')]
    const { instance, state } = await run('refused', steps, 'refused')
    assert.equal(state, 'error')
    assert.equal(await titles('refused'), 1)
    const [incident, ...more] = await incidents(instance)
    assert.deepEqual([incident!.element, more], ['sign', []])
    assert.match(incident!.message, /burnt/)
  })

  it('writes no element when its own advance is refused', async () => {
    assert.equal((await run('unique', [start(), create, end(), flows('s > create > e')], 'twin')).state, 'done')
    const second = await run('unique', [start(), create, end(), flows('s > create > e')], 'twin')
    assert.equal(second.state, 'error')
    assert.equal(await titles('twin'), 1)
    assert.match((await incidents(second.instance))[0]!.message, /another element has the same value in "title"/)
  })
})

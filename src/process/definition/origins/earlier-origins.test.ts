import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { rested } from '../../../../test/process-scene.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { advance, expectInstances } from '../../triggers/starts/starts.fixture.ts'
import { createPrograms } from '../templates/programs.ts'
import type { TemplateCatalog } from '../templates/template-catalog.ts'
import { createEarlierOrigins, type EarlierOriginsDeps } from './earlier-origins.ts'
import { check, type Deals, read, script, startDeals, variables } from './origins.fixture.ts'

const given = ['contract', 'lawyer'].map((name) => `<chancery:input name="${name}" value="${name}"/>`).join('')
const call = (process: string, more = ''): string =>
  element('callActivity', 'call', extensions(`<chancery:call process="deals.${process}"/>${given}${more}`))
const declared = extensions(variables('cost', 'half', 'other'))

const files: Record<string, string> = {
  'single.bpmn': bpmn([
    declared,
    start(),
    read,
    script('halve', 'return { half: String(Number(variables.cost) / 2) }'),
    check(),
    end(),
    flows('s > read > halve > check > e'),
  ]),
  'reader.bpmn': bpmn([declared, start(), read, end(), flows('s > read > e')]),
  'between.bpmn': bpmn([declared, start(), call('reader'), end(), flows('s > call > e')]),
  'outer.bpmn': bpmn([
    declared,
    start(),
    call('between', '<chancery:output name="half" value="cost / 2"/>'),
    check(),
    end(),
    flows('s > call > check > e'),
  ]),
  'later.bpmn': bpmn([
    declared,
    start(),
    read,
    check('wait'),
    call('asking', '<chancery:input name="half" value="cost / 2"/>'),
    end(),
    flows('s > read > wait > call > e'),
  ]),
  'asking.bpmn': bpmn([declared, start(), check('ask'), end(), flows('s > ask > e')]),
}

describe('the origins of instances that were started before origins were stored', () => {
  let deals: Deals
  let database: Database
  before(async () => {
    deals = await startDeals(files)
    database = deals.platform.database
  })
  after(() => deals[Symbol.asyncDispose]())
  beforeEach(() => database.single.rows(sql`delete from process_origin_backfill`))

  /** Deletes all origins, and makes all present instances ones that were started before origins were stored. */
  async function forget(): Promise<void> {
    await database.single.rows(sql`delete from process_origin`)
    await database.single.rows(sql`
      insert into process_origin_backfill (after, until)
      select '00000000-0000-0000-0000-000000000000', max(created_at) from process_instance`)
  }
  const isUnderWay = async (): Promise<boolean> =>
    (await database.single.rows(sql`select after from process_origin_backfill`)).length > 0

  const programs = createPrograms({} as unknown as TemplateCatalog)
  const programOf: EarlierOriginsDeps['programOf'] = async (reader, template, version) =>
    (await programs.get(reader, template, version)).loaded.program
  /** Runs the job on a node of its own, one instance at a time. */
  const runOn = (node: AbortController, more: Partial<EarlierOriginsDeps> = {}) =>
    createEarlierOrigins({ database, log: () => {}, programOf, instancesAtOnce: 1, ...more }).run(node.signal)

  it('are added by a job, for what the instance has read and computed', async () => {
    const id = await deals.run('single')
    await rested(deals.call, id)
    await forget()
    assert.ok('cost' in (await deals.shown(id)))
    await advance(deals, 'PT2M')
    await deals.assertHidden(id, 'cost', 'half')
    assert.equal(await isUnderWay(), false)
  })

  it('are added in trees of calls in which only a process further down reads elements', async () => {
    const id = await deals.run('outer')
    await rested(deals.call, id)
    await forget()
    await advance(deals, 'PT2M')
    await deals.assertHidden(id, 'half')
    assert.equal((await deals.shown(id)).lawyer[0], deals.lawyer.id)
  })

  it('are passed on to the processes that such an instance calls before it has its own', async () => {
    const id = await deals.run('later')
    await rested(deals.call, id)
    await forget()
    const [task] = (await rested(deals.call, id)).tasks
    assertDone(await deals.call('POST', `/api/v1/tasks/${task.id}/complete`, {}))
    const [called] = await expectInstances(deals, 'asking', 1)
    await runOn(new AbortController())
    await deals.assertHidden(called!.id, 'half')
  })

  it('are added to the rest after the node that added them has stopped', async () => {
    const [first, second] = [await deals.run('single'), await deals.run('single')]
    for (const id of [first, second]) await rested(deals.call, id)
    await forget()
    const node = new AbortController()
    const stopping: EarlierOriginsDeps['programOf'] = async (reader, ...version) => {
      node.abort()
      return programOf(reader, ...version)
    }
    await runOn(node, { programOf: stopping })
    assert.equal(await isUnderWay(), true)
    await runOn(new AbortController())
    for (const id of [first, second]) await deals.assertHidden(id, 'cost', 'half')
    assert.equal(await isUnderWay(), false)
  })

  it('cover all variables of a version that cannot be loaded, and the job goes on', async () => {
    const [broken, other] = [await deals.run('reader'), await deals.run('single')]
    for (const id of [broken, other]) await rested(deals.call, id)
    await forget()
    const { template } = (await database.single.row<{ template: string }>(
      sql`select template::text from process_instance where id = ${broken}`,
    ))!
    const refused: string[] = []
    await runOn(new AbortController(), {
      log: (_level, sentence) => refused.push(sentence),
      async programOf(reader, wanted, version) {
        if (wanted === template) throw new Error('the file lacks the process')
        return programOf(reader, wanted, version)
      },
    })
    assert.ok(refused.length > 0)
    await deals.assertHidden(other, 'cost', 'half')
    assert.equal(await isUnderWay(), false)
    const names = await database.single.rows<{ variable: string }>(sql`
      select variable from process_origin where instance = ${broken} order by variable`)
    assert.deepEqual(
      names.map(({ variable }) => variable).filter((name) => name === 'contract' || name === 'cost'),
      ['contract', 'cost'],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import {
  boundary,
  end,
  errorOf,
  extensions,
  flows,
  gateway,
  loop,
  start,
  user as userTask,
} from '../engine/process.fixture.ts'
import { caller, openTrial, quickClock, type Trial } from './execution.fixture.ts'
import type { Work, WorkCall, WorkOutcome } from './work.ts'

const script = (id: string, text = id, inside = ''): string =>
  `<scriptTask id="${id}" scriptFormat="javascript">${inside}<script>${text}</script></scriptTask>`
const action = (id: string, type: string, inside = ''): string =>
  `<serviceTask id="${id}">${extensions(`<chancery:action type="${type}"/>${inside}`)}</serviceTask>`
const rule = (id: string): string =>
  `<businessRuleTask id="${id}">${extensions('<chancery:decision path="t.next" result="n"/>')}</businessRuleTask>`
const call = (id: string, code: string, more = ''): string =>
  `<callActivity id="${id}">${extensions(`<chancery:call process="t.${code}"/>${more}`)}</callActivity>`
const readLog = '<chancery:input name="log" value="log"/>'
const url = '<chancery:setting name="url" text="https://crm.example.com/"/>'
const log = '<chancery:variable name="log" array="true"/>'

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const numberOf = (value: unknown): number => Number(value ?? 0)

/** Work that reads a variable and writes it again: scripts append their text to `log`, decisions count `n`. */
const readers = (place: 'memory' | 'transaction'): readonly Work[] => {
  const append = ({ settings, input, element }: WorkCall): WorkOutcome => ({
    type: 'done',
    variables:
      settings.script === 'count'
        ? { n: numberOf(input.n) + 1 }
        : { log: [...listOf(input.log), element], last: String(settings.script) },
  })
  const count = ({ input }: WorkCall): WorkOutcome => ({ type: 'done', variables: { n: numberOf(input.n) + 1 } })
  if (place === 'memory')
    return [
      { action: 'script', place, run: async (call) => append(call) },
      { action: 'decision', place, run: async (call) => count(call) },
    ]
  return [
    { action: 'script', place, run: async (_tx, call) => append(call) },
    { action: 'decision', place, run: async (_tx, call) => count(call) },
  ]
}

const fork = (...branches: readonly string[]): string[] => [
  start(),
  gateway('parallel', 'f'),
  gateway('parallel', 'j'),
  end(),
  flows('s > f', ...branches.map((branch) => `f > ${branch} > j`), 'j > e'),
]

const incidentsOf = (trial: Trial, instance: string) =>
  trial.database.reader.rows<{ id: string; kind: string; message: string }>(
    sql`select id::text, kind, message from process_incident where instance = ${instance} and state = 'open'`,
  )

const contextOf = async (trial: Trial, id: string) => {
  await trial.execution.settle()
  const { state, context } = await trial.instance(id)
  assert.equal(state, 'done')
  return context
}

for (const place of ['memory', 'transaction'] as const) {
  describe(`parallel work (${place})`, () => {
    it('of scripts keeps what each of them writes', async () => {
      await using trial = await openTrial({ work: readers(place) })
      const version = await trial.publish('p', [
        ...fork('a', 'b', 'c > d'),
        ...[script('a'), script('b'), script('c'), script('d')],
      ])
      const { log } = await contextOf(trial, await trial.start(version))
      assert.deepEqual([...(log as string[])].sort(), ['a', 'b', 'c', 'd'])
    })

    it('reads its input mappings when its turn comes', async () => {
      const inside = extensions('<chancery:input name="log" value="log"/><chancery:input name="n" value="count(log)"/>')
      await using trial = await openTrial({ work: readers(place) })
      const version = await trial.publish('p', [
        extensions(log),
        ...fork('a', 'b'),
        script('a', 'a', inside),
        script('b', 'b', inside),
      ])
      const { log: written } = await contextOf(trial, await trial.start(version))
      assert.deepEqual([...(written as string[])].sort(), ['a', 'b'])
    })

    it('of decisions and of a parallel multi-instance counts to the number of its runs', async () => {
      await using trial = await openTrial({ work: readers(place) })
      const five = script('a', 'count').replace(
        '</scriptTask>',
        `${loop('<loopCardinality>5</loopCardinality>')}</scriptTask>`,
      )
      const version = await trial.publish('p', [...fork('a', 'b', 'c'), five, rule('b'), rule('c')])
      assert.equal((await contextOf(trial, await trial.start(version))).n, 7)
    })

    it('that is postponed reads the variables when it runs', async () => {
      let nowMs = 0
      const clock = { ...quickClock(), monotonicMs: () => (nowMs += 30) }
      await using trial = await openTrial({ work: readers(place), clock })
      const names = Array.from({ length: 8 }, (_, index) => `a${index}`)
      const version = await trial.publish('p', [...fork(...names), ...names.map((name) => script(name))])
      const { log } = await contextOf(trial, await trial.start(version))
      assert.deepEqual([...(log as string[])].sort(), names)
    })

    it('that is postponed is done right after the commit, also on a node that stays busy', async () => {
      let nowMs = 0
      const clock = { ...quickClock(), monotonicMs: () => (nowMs += 100) }
      await using trial = await openTrial({ work: readers(place), clock })
      const version = await trial.publish('p', [start(), script('a'), script('b'), end(), flows('s > a > b > e')])
      const id = await trial.start(version)
      await trial.execution.settle()
      assert.equal((await trial.instance(id)).state, 'done')
    })
  })
}

describe('parallel calls', () => {
  const appending = [extensions(log), start(), script('a'), end(), flows('s > a > e')]
  const waiting = [extensions(log), start(), userTask('t'), script('a'), end(), flows('s > t > a > e')]

  it('of processes that end at once run one after the other', async () => {
    await using trial = await openTrial({ work: readers('memory') })
    await trial.publish('appending', appending)
    const version = await trial.publish('p', [
      extensions(log),
      ...fork('a', 'b', 'c'),
      call('a', 'appending', readLog),
      call('b', 'appending', readLog),
      script('c'),
    ])
    const { log: written } = await contextOf(trial, await trial.start(version))
    assert.deepEqual([...(written as string[])].sort(), ['a', 'a', 'c'])
  })

  it('do not undo changes of variables that the called process leaves alone', async () => {
    await using trial = await openTrial({ work: readers('memory') })
    await trial.publish('leaving', [extensions(log), start(), userTask('t'), end(), flows('s > t > e')])
    const version = await trial.publish('p', [
      extensions(log),
      ...fork('a', 'u > b'),
      call('a', 'leaving', readLog),
      userTask('u'),
      script('b'),
    ])
    const id = await trial.start(version)
    await trial.execution.settle()
    await trial.complete(id, 'u')
    assert.equal(await trial.complete(await childOf(trial, id), 't'), 'advanced')
    assert.deepEqual((await contextOf(trial, id)).log, ['b'])
  })

  it('that both change a variable stop with an incident, which a changed context and a retry resolve', async () => {
    await using trial = await openTrial({ work: readers('memory') })
    await trial.publish('waiting', waiting)
    const version = await trial.publish('p', [
      extensions(log),
      ...fork('a', 'u > b'),
      call('a', 'waiting', readLog),
      userTask('u'),
      script('b'),
    ])
    const id = await trial.start(version)
    await trial.execution.settle()
    await trial.complete(id, 'u')
    await trial.complete(await childOf(trial, id), 't')
    await trial.execution.settle()
    const [incident] = await incidentsOf(trial, id)
    assert.equal(incident?.kind, 'IO_MAPPING_ERROR')
    assert.match(incident.message, /^"log" changed after the activity had read it, so the result of the called process/)
    assert.deepEqual((await trial.instance(id)).context.log, ['b'])
    const deliver = (stimulus: object) => trial.execution.deliver({ instance: id, stimulus: stimulus as never, caller })
    await deliver({ type: 'setVariables', variables: { log: ['b', 'a'] } })
    await deliver({ type: 'retry', incident: incident.id })
    assert.deepEqual((await contextOf(trial, id)).log, ['b', 'a'])
  })

  it('with an output mapping merge the results', async () => {
    await using trial = await openTrial({ work: readers('memory') })
    await trial.publish('waiting', waiting)
    const output = '<chancery:output name="all" value="concatenate(all, log)"/>'
    const version = await trial.publish('p', [
      extensions(`${log}<chancery:variable name="all" array="true"/>`),
      ...fork('a', 'u > b'),
      call('a', 'waiting', `${readLog}${output}`),
      userTask('u'),
      script('b'),
    ])
    const id = await trial.start(version)
    await trial.execution.settle()
    await trial.complete(id, 'u')
    await trial.complete(await childOf(trial, id), 't')
    assert.deepEqual((await contextOf(trial, id)).all, ['a'])
  })

  it('that end with an error do not undo changes of variables that they leave alone', async () => {
    await using trial = await openTrial({ work: readers('memory') })
    await trial.publish('failing', [
      extensions(log),
      start(),
      userTask('t'),
      end('e', errorOf('E1')),
      flows('s > t > e'),
    ])
    const version = await trial.publish('p', [
      extensions(log),
      start(),
      gateway('parallel', 'f'),
      call('a', 'failing', readLog),
      boundary('x', 'a', errorOf('E1')),
      userTask('u'),
      script('b'),
      ...['ea', 'eb', 'ex'].map((id) => end(id)),
      flows('s > f', 'f > a > ea', 'x > ex', 'f > u > b > eb'),
    ])
    const id = await trial.start(version)
    await trial.execution.settle()
    await trial.complete(id, 'u')
    await trial.complete(await childOf(trial, id), 't')
    assert.deepEqual((await contextOf(trial, id)).log, ['b'])
  })
})

/** Runs the jobs of an instance until it has a state. */
async function reach(trial: Trial, id: string, state: string): Promise<void> {
  for (let count = 0; (await trial.instance(id)).state !== state; count++) {
    assert.ok(count < 100, `the instance is not in the state ${state}`)
    await trial.advanceClock(600_000)
  }
}

describe('a delegated activity', () => {
  it('whose answer is based on old values asks again', async () => {
    // Both requests are sent before either is answered.
    const { promise: bothSent, resolve } = Promise.withResolvers<void>()
    let sent = 0
    const inputs: unknown[] = []
    const work: Work = {
      action: 'delegated',
      place: 'outside',
      async run({ input, element }) {
        inputs.push(input.log)
        if (++sent === 2) resolve()
        await bothSent
        return { type: 'done', variables: { log: [...listOf(input.log), element] } }
      },
    }
    await using trial = await openTrial({ work: [work] })
    const version = await trial.publish('p', [
      extensions(log),
      ...fork('a', 'b'),
      action('a', 'delegated', `${url}${readLog}`),
      action('b', 'delegated', `${url}${readLog}`),
    ])
    const id = await trial.start(version)
    await reach(trial, id, 'done')
    const { log: written } = (await trial.instance(id)).context
    assert.deepEqual([...(written as string[])].sort(), ['a', 'b'])
    assert.equal(inputs.length, 3)
  })

  it('that never reads the newest values stops with an incident after its attempts', async () => {
    let trial: Trial
    const work: Work = {
      action: 'delegated',
      place: 'outside',
      async run({ instance, attempt }) {
        const stimulus = { type: 'setVariables', variables: { log: ['x', attempt] } } as const
        await trial.execution.deliver({ instance: instance.id, stimulus, caller })
        return { type: 'done', variables: { log: ['y'] } }
      },
    }
    await using opened = await openTrial({ work: [work] })
    trial = opened
    const version = await trial.publish('p', [
      extensions(log),
      start(),
      action('a', 'delegated', `${url}${readLog}`),
      end(),
      flows('s > a > e'),
    ])
    const id = await trial.start(version)
    await reach(trial, id, 'error')
    assert.deepEqual(
      (await incidentsOf(trial, id)).map(({ kind }) => kind),
      ['JOB_NO_RETRIES'],
    )
    assert.deepEqual((await trial.instance(id)).context.log, ['x', 3])
  })

  it('writes a variable that it has not read, even if the variable has changed', async () => {
    let trial: Trial
    const work: Work = {
      action: 'delegated',
      place: 'outside',
      async run({ instance }) {
        await trial.execution.deliver({
          instance: instance.id,
          stimulus: { type: 'setVariables', variables: { log: ['x'] } },
          caller,
        })
        return { type: 'done', variables: { log: ['y'] } }
      },
    }
    await using opened = await openTrial({ work: [work] })
    trial = opened
    const version = await trial.publish('p', [
      extensions(log),
      start(),
      action('a', 'delegated', url),
      end(),
      flows('s > a > e'),
    ])
    const id = await trial.start(version)
    await reach(trial, id, 'done')
    assert.deepEqual((await trial.instance(id)).context.log, ['y'])
  })
})

const childOf = async (trial: Trial, parent: string): Promise<string> =>
  (await trial.database.reader.row<{ id: string }>(
    sql`select id::text from process_instance where parent = ${parent}`,
  ))!.id

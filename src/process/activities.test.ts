import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  boundary,
  element,
  end,
  errorOf,
  extensions,
  flows,
  gateway,
  Play,
  service,
  start,
  sub,
  timer,
  user,
} from './process.fixture.ts'

const loop = (inside: string, attributes = ''): string =>
  `<multiInstanceLoopCharacteristics ${attributes}>${inside}</multiInstanceLoopCharacteristics>`
const formal = (name: string, text: string): string =>
  `<${name} xsi:type="tFormalExpression">${text.replaceAll('<', '&lt;')}</${name}>`

describe('tasks', () => {
  it('a second completion of a task finds no wait and changes nothing', async () => {
    const play = await Play.of([start(), user('a'), user('b'), flows('s > a > b')])
    const wait = play.wait('a')
    play.do('a', { answer: 1 })
    const state = play.state
    const { outcome, effects } = play.send({ type: 'complete', wait, variables: { answer: 2 } })
    assert.deepEqual([outcome, effects, play.state], ['notWaiting', [], state])
  })

  it('a task carries its performers, subject, due date and exits', async () => {
    const task =
      '<chancery:task subject="&quot;Check &quot; + number" due="P2D"/><chancery:exit code="ok" name="Accept"/><chancery:exit code="no" required="reason"/>'
    const play = await Play.of([start(), user('a', '', task), end(), flows('s > a > e')], { number: 7 })
    const { performers, settings } = play.opened('a')
    assert.deepEqual(performers, [{ type: 'initiator', value: null }])
    assert.deepEqual(settings, {
      type: 'task',
      subject: 'Check 7',
      due: 'P2D',
      exits: [
        { code: 'ok', name: 'Accept', required: [] },
        { code: 'no', name: 'no', required: ['reason'] },
      ],
    })
  })

  it('input mappings give the input of the work, and only output mappings are written', async () => {
    const maps = '<chancery:input name="id" value="order.id"/><chancery:output name="total" value="sum * 2"/>'
    const play = await Play.of([start(), service('a', '', maps), end(), flows('s > a > e')], { order: { id: 5 } })
    assert.deepEqual(play.opened('a').input, { id: 5 })
    play.do('a', { sum: 4, other: 1 })
    assert.deepEqual(play.variables, { order: { id: 5 }, total: 8 })
  })

  it('a failed output mapping stops the task with an incident, and a retry uses the same result', async () => {
    const play = await Play.of([
      start(),
      service('a', '', '<chancery:output name="total" value="sum * rate.value"/>'),
      user('b'),
      flows('s > a > b'),
    ])
    play.do('a', { sum: 4 })
    assert.deepEqual(play.incidents, ['IO_MAPPING_ERROR a'])
    play.send({ type: 'setVariables', variables: { rate: { value: 3 } } })
    play.send({ type: 'retry', incident: play.incident })
    assert.deepEqual([play.waiting, play.variables.total], ['b', 12])
  })

  it('a result is written once, even if the flows that leave the activity stop with an incident', async () => {
    const maps = '<chancery:output name="total" value="sum * 2"/>'
    const elements = [start(), service('a', '', maps), user('b'), end(), flows('s > a', 'a > b [total = 10]', 'b > e')]
    const play = await Play.of(elements)
    play.do('a', { sum: 4 })
    assert.deepEqual([play.variables.total, play.incidents], [8, ['CONDITION_ERROR a']])
    play.send({ type: 'setVariables', variables: { total: 10 } })
    play.send({ type: 'retry', incident: play.incident })
    assert.deepEqual([play.variables.total, play.waiting], [10, 'b'])
    const skipped = await Play.of(elements)
    skipped.do('a', { sum: 4 })
    skipped.send({ type: 'skip', incident: skipped.incident, variables: { sum: 5 } })
    assert.deepEqual([skipped.variables.total, skipped.waiting], [10, 'b'])
  })

  it('a failed job is repeated later; after the last attempt it opens an incident, and boundary timers stay active', async () => {
    const play = await Play.of([
      start(),
      service('a'),
      boundary('t', 'a', timer('PT1H')),
      user('late'),
      end(),
      flows('s > a > e', 't > late'),
    ])
    const first = play.wait('a')
    play.send({ type: 'fail', wait: first, message: 'timeout' })
    assert.deepEqual([play.opened('a').attempt, play.opened('a').due], [2, '2026-03-02T09:01:00.000Z'])
    assert.equal(
      play.send({ type: 'complete', wait: first, attempt: 1 }).outcome,
      'notWaiting',
      'the result of an old attempt is dropped',
    )
    assert.equal(play.wait('a'), first, 'all attempts have one wait')
    play.send({ type: 'fail', wait: first, attempt: 2, message: 'timeout' })
    assert.deepEqual([play.incidents, play.waiting], [['JOB_NO_RETRIES a'], 't'])
    play.send({ type: 'retry', incident: play.incident })
    assert.deepEqual([play.incidents, play.waiting, play.opened('a').attempt], [[], 'a t', 1])
    play.do('t')
    assert.equal(play.waiting, 'late')
  })

  it('a boundary event for SYSTEM.FAILED catches the final failure of a job; one for every BPMN error does not', async () => {
    const final = async (code?: 'FAILED'): Promise<Play> => {
      const play = await Play.of([
        start(),
        service('a'),
        boundary('b', 'a', errorOf(code)),
        user('c'),
        end(),
        flows('s > a > e', 'b > c'),
      ])
      play.send({ type: 'fail', wait: play.wait('a'), message: 'no', isFinal: true })
      return play
    }
    assert.equal((await final('FAILED')).waiting, 'c')
    assert.deepEqual((await final()).incidents, ['JOB_NO_RETRIES a'])
  })

  it('only the work of an activity can fail, not its boundary timer', async () => {
    const play = await Play.of([
      start(),
      service('a'),
      boundary('t', 'a', timer('PT1H')),
      end(),
      flows('s > a > e', 't > e'),
    ])
    assert.equal(play.send({ type: 'fail', wait: play.wait('t'), message: 'no' }).outcome, 'notWaiting')
    assert.equal(play.waiting, 'a t')
  })

  it('skipping an incident leaves the element as if it had been completed', async () => {
    const play = await Play.of([start(), service('a'), user('b'), flows('s > a > b')])
    play.send({ type: 'fail', wait: play.wait('a'), message: 'no', isFinal: true })
    play.send({ type: 'skip', incident: play.incident, variables: { byHand: true } })
    assert.deepEqual([play.incidents, play.waiting, play.variables.byHand], [[], 'b', true])
  })

  it('an interruption cancels all waits and is final', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [start('s1'), user('a'), flows('s1 > a')]),
      boundary('t', 'p1', timer('PT1H')),
      end(),
      flows('s > p1 > e', 't > e'),
    ])
    play.send({ type: 'interrupt', reason: 'a mistake' })
    assert.deepEqual([play.status, play.tokens, play.waiting], ['interrupted', '', ''])
    assert.equal(play.send({ type: 'interrupt', reason: 'again' }).outcome, 'notRunning')
  })

  it('asyncBefore stops the token until a job continues it', async () => {
    const play = await Play.of([start(), user('a', '', '', 'chancery:asyncBefore="true"'), end(), flows('s > a > e')])
    assert.equal(play.opened('a').kind, 'continuation')
    play.do('a')
    assert.equal(play.opened('a').kind, 'task')
    assert.equal(play.do('a').status, 'completed')
  })
})

describe('limits', () => {
  const circle = [start(), gateway('exclusive', 'm'), element('task', 'a'), flows('s > m > a > m')]
  it('an advance stops after its maximum number of elements and continues later', async () => {
    const play = await Play.of(circle, {}, { maxVisits: 10, maxVisitsWithoutStimulus: 35 })
    assert.ok(play.effects.some(({ type }) => type === 'continuationRequested'))
    assert.deepEqual(play.incidents, [])
    for (let count = 0; count < 3; count++) assert.equal(play.send({ type: 'continue' }).outcome, 'advanced')
    assert.deepEqual(
      play.effects.flatMap((effect) => (effect.type === 'incidentOpened' ? [effect.kind] : [])),
      ['LOOP_LIMIT'],
    )
    assert.equal(play.send({ type: 'continue' }).outcome, 'notWaiting')
  })
})

describe('sub-processes and calls', () => {
  it('a sub-process completes when its last token has ended', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [
        start('s1'),
        gateway('parallel', 'f'),
        user('a'),
        user('b'),
        end('e1'),
        end('e2'),
        flows('s1 > f > a > e1', 'f > b > e2'),
      ]),
      user('c'),
      flows('s > p1 > c'),
    ])
    play.do('a')
    assert.equal(play.tokens, 'b p1')
    play.do('b')
    assert.equal(play.waiting, 'c')
  })
  it('variables that a sub-process declares stay inside it', async () => {
    const declared = extensions('<chancery:variable name="note" type="string"/>')
    const play = await Play.of([
      start(),
      sub('p1', [declared, start('s1'), user('a'), user('b'), flows('s1 > a > b')]),
      user('c'),
      flows('s > p1 > c'),
    ])
    play.do('a', { note: 'x', sum: 1 })
    assert.deepEqual(play.variables, { sum: 1 })
    assert.equal(play.do('b').waiting, 'c')
  })
  it('a sub-process without start events starts at the elements without incoming flows', async () => {
    assert.equal(
      (await Play.of([start(), sub('p1', [user('a'), user('b')]), end(), flows('s > p1 > e')])).waiting,
      'a b',
    )
  })
  const call = (more = ''): string =>
    element(
      'callActivity',
      'c',
      extensions(`<chancery:call process="docs.outgoing"/><chancery:input name="id" value="order"/>${more}`),
    )
  it('a call activity names the process, its input and the errors that are caught', async () => {
    const play = await Play.of(
      [start(), call(), boundary('b', 'c', errorOf('E1')), user('a'), end(), flows('s > c > e', 'b > a')],
      { order: 9 },
    )
    const { kind, settings, input, caughtErrors } = play.opened('c')
    assert.deepEqual(
      [kind, settings?.process, input, caughtErrors],
      ['child', 'docs.outgoing', { id: 9 }, { codes: ['E1'], all: false }],
    )
    play.send({ type: 'throwError', wait: play.wait('c'), code: 'E1' })
    assert.equal(play.waiting, 'a')
  })
  it('an interrupted called instance throws an error, which stops the caller if nothing catches it', async () => {
    const play = await Play.of([start(), call(), end(), flows('s > c > e')])
    play.send({ type: 'throwError', wait: play.wait('c'), code: 'SYSTEM.INTERRUPTED' })
    assert.deepEqual(play.incidents, ['UNHANDLED_ERROR c'])
  })
  it('a missing called process is an incident', async () => {
    const play = await Play.of([start(), call(), end(), flows('s > c > e')])
    play.send({
      type: 'fail',
      wait: play.wait('c'),
      message: 'no process',
      isFinal: true,
      kind: 'CALLED_ELEMENT_ERROR',
    })
    assert.deepEqual(play.incidents, ['CALLED_ELEMENT_ERROR c'])
  })
})

describe('multi-instance activities and loops', () => {
  const over = '<chancery:loop collection="people" item="person" output="answers" outputItem="answer"/>'
  const many = (attributes = '', completion = ''): string[] => [
    start(),
    user('a', loop(completion, attributes), over),
    user('b'),
    flows('s > a > b'),
  ]

  it('a parallel multi-instance starts an instance for each item, and its output keeps the order of the input', async () => {
    const play = await Play.of(many(), { people: ['x', 'y', 'z'] })
    assert.equal(play.waiting, 'a a a')
    const waits = play.state!.waits.map(({ id }) => id)
    for (const [index, wait] of [...waits.entries()].reverse())
      play.send({ type: 'complete', wait, variables: { answer: index } })
    assert.deepEqual([play.waiting, play.variables.answers], ['b', [0, 1, 2]])
    assert.equal(play.variables.answer, undefined)
  })
  it('a sequential multi-instance runs one instance after the other', async () => {
    const play = await Play.of(many('isSequential="true"'), { people: ['x', 'y'] })
    assert.deepEqual(play.state!.tokens.at(-1)?.variables, { loopCounter: 1, person: 'x' })
    play.do('a', { answer: 1 })
    assert.deepEqual(play.state!.tokens.at(-1)?.variables, { loopCounter: 2, person: 'y' })
    play.do('a', { answer: 2 })
    assert.deepEqual([play.waiting, play.variables.answers], ['b', [1, 2]])
  })
  it('the completion condition is evaluated after each completion and cancels the rest', async () => {
    const play = await Play.of(
      many('', formal('completionCondition', 'nrOfCompletedInstances / nrOfInstances >= 0.5')),
      { people: ['x', 'y', 'z'] },
    )
    play.do('a', { answer: 1 })
    assert.equal(play.waiting, 'a a')
    play.do('a', { answer: 2 })
    assert.deepEqual([play.waiting, play.tokens, play.variables.answers], ['b', 'b', [1, 2, null]])
  })
  it('an output that does not fit its variable stops the last instance, and a retry ends the loop', async () => {
    let isRight = false
    const checkVariables = (_: unknown, values: Record<string, unknown>) =>
      isRight || !('answers' in values) ? { values } : { problems: [{ field: 'answers', message: 'wrong' }] }
    const options = { checkVariables: checkVariables as never }
    const play = await Play.of(many(), { people: ['x', 'y'] }, options)
    play.do('a', { answer: 1 }).do('a', { answer: 2 })
    assert.deepEqual([play.incidents, play.waiting, play.tokens], [['VARIABLE_TYPE_ERROR a'], '', 'a a'])
    isRight = true
    play.send({ type: 'retry', incident: play.incident })
    assert.deepEqual([play.incidents, play.waiting, play.variables.answers], [[], 'b', [1, 2]])
  })

  it('an empty collection completes at once', async () => {
    const play = await Play.of(many(), { people: [] })
    assert.deepEqual([play.waiting, play.variables.answers], ['b', []])
  })
  it('a collection that is not a list and a cardinality that is not an integer open incidents', async () => {
    assert.deepEqual((await Play.of(many(), {})).incidents, ['EXPRESSION_ERROR a'])
    const counted = [start(), user('a', loop(formal('loopCardinality', 'n'))), user('b'), flows('s > a > b')]
    assert.deepEqual((await Play.of(counted, { n: -1 })).incidents, ['EXPRESSION_ERROR a'])
    assert.deepEqual((await Play.of(counted, { n: 1.5 })).incidents, ['EXPRESSION_ERROR a'])
    assert.equal((await Play.of(counted, { n: 2 })).waiting, 'a a')
  })
  it('a boundary event of a multi-instance is armed once and cancels all instances', async () => {
    const play = await Play.of([
      start(),
      user('a', loop(formal('loopCardinality', '3'))),
      boundary('t', 'a', timer('PT1H')),
      user('b'),
      end(),
      flows('s > a > e', 't > b'),
    ])
    assert.equal(play.waiting, 'a a a t')
    assert.deepEqual([play.do('t').waiting, play.tokens], ['b', 'b'])
  })
  it('a multi-instance sub-process has variables of its own for each instance', async () => {
    const play = await Play.of(
      [
        extensions('<chancery:variable name="people" array="true"/><chancery:variable name="notes" array="true"/>'),
        start(),
        sub('p1', [
          extensions(
            `<chancery:variable name="note"/><chancery:loop collection="people" item="person" output="notes" outputItem="note"/>`,
          ),
          loop(''),
          start('s1'),
          user('a'),
          end('e1'),
          flows('s1 > a > e1'),
        ]),
        user('b'),
        flows('s > p1 > b'),
      ],
      { people: ['x', 'y'] },
    )
    play.do('a', { note: 'first' }).do('a', { note: 'second' })
    assert.deepEqual([play.waiting, play.variables.notes], ['b', ['first', 'second']])
  })
  it('an error in one instance is caught by the boundary event of the multi-instance', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [
        extensions(''),
        loop(formal('loopCardinality', '2')),
        start('s1'),
        user('a'),
        end('e1', errorOf('E1')),
        flows('s1 > a > e1'),
      ]),
      boundary('b', 'p1', errorOf('E1')),
      user('c'),
      end(),
      flows('s > p1 > e', 'b > c'),
    ])
    play.do('a')
    assert.deepEqual([play.waiting, play.tokens], ['c', 'c'])
  })
  it('a standard loop repeats while its condition is true, up to its maximum', async () => {
    const standard = (attributes: string): string =>
      `<standardLoopCharacteristics ${attributes}>${formal('loopCondition', 'again = true')}</standardLoopCharacteristics>`
    const play = await Play.of([start(), user('a', standard('')), user('b'), flows('s > a > b')])
    play.do('a', { again: true }).do('a', { again: false })
    assert.equal(play.waiting, 'b')
    assert.equal(
      (await Play.of([start(), user('a', standard('testBefore="true"')), user('b'), flows('s > a > b')])).waiting,
      'b',
    )
    const limited = await Play.of([start(), user('a', standard('loopMaximum="2"')), user('b'), flows('s > a > b')], {
      again: true,
    })
    assert.equal(limited.do('a').do('a').waiting, 'b')
  })
})

describe('compensation, transactions and ad-hoc sub-processes', () => {
  const undoable = (id: string): string =>
    `${user(id)}${element('boundaryEvent', `c_${id}`, '<compensateEventDefinition/>', `attachedToRef="${id}"`)}${user(`undo_${id}`, '', '', 'isForCompensation="true"')}<association id="as_${id}" sourceRef="c_${id}" targetRef="undo_${id}"/>`

  it('completed activities are undone in the reverse order of their completion, and once', async () => {
    const play = await Play.of([
      start(),
      undoable('a'),
      undoable('b'),
      undoable('never'),
      element('intermediateThrowEvent', 't', '<compensateEventDefinition/>'),
      end('e', '<compensateEventDefinition/>'),
      gateway('exclusive', 'x', 'default="x-t"'),
      flows('s > a > b > x', 'x > t > e', 'x > never [1 > 2]'),
    ])
    play.do('a').do('b')
    assert.equal(play.waiting, 'undo_b')
    play.do('undo_b')
    assert.equal(play.waiting, 'undo_a')
    play.do('undo_a')
    assert.equal(play.status, 'completed')
  })
  it('each instance of a completed multi-instance is undone', async () => {
    const many = user('a', loop(formal('loopCardinality', '2')))
    const play = await Play.of([
      start(),
      undoable('a').replace(user('a'), many),
      end('e', '<compensateEventDefinition/>'),
      flows('s > a > e'),
    ])
    play.do('a').do('a')
    assert.equal(play.waiting, 'undo_a')
    play.do('undo_a').do('undo_a')
    assert.equal(play.status, 'completed')
  })
  it('a completed sub-process is compensated with the variables that it had', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [extensions('<chancery:variable name="note"/>'), start('s1'), undoable('a'), flows('s1 > a')]),
      end('e', '<compensateEventDefinition/>'),
      flows('s > p1 > e'),
    ])
    play.do('a', { note: 'kept' })
    assert.equal(play.waiting, 'undo_a')
    assert.deepEqual(play.state!.scopes.at(-1)?.variables, { note: 'kept' })
    assert.equal(play.do('undo_a').status, 'completed')
  })
  it('a cancelled transaction compensates its completed activities and leaves by its cancel event', async () => {
    const play = await Play.of([
      start(),
      element(
        'transaction',
        'tx',
        `${start('s1')}${gateway('parallel', 'f')}${undoable('a')}${user('b')}${user('c')}${end('e1', '<cancelEventDefinition/>')}${end('e3')}${flows('s1 > f', 'f > a > e1', 'f > b > e3', 'f > c > e3')}`,
      ),
      boundary('x', 'tx', '<cancelEventDefinition/>'),
      user('after'),
      end(),
      flows('s > tx > e', 'x > after'),
    ])
    play.do('b')
    play.do('a')
    assert.equal(play.waiting, 'undo_a')
    play.do('undo_a')
    assert.deepEqual([play.waiting, play.tokens], ['after', 'after'])
  })
  it('a completion condition that cannot be evaluated stops the activity without losing results', async () => {
    const play = await Play.of([
      start(),
      element(
        'adHocSubProcess',
        'ad',
        `${user('a')}${user('b')}<completionCondition xsi:type="tFormalExpression">done.value</completionCondition>`,
      ),
      user('after'),
      flows('s > ad > after'),
    ])
    play.do('a')
    assert.deepEqual([play.incidents, play.waiting], [['CONDITION_ERROR a'], 'b'])
    play.send({ type: 'setVariables', variables: { done: { value: true } } })
    play.send({ type: 'retry', incident: play.incident })
    assert.equal(play.waiting, 'after')
  })

  it('an ad-hoc sub-process ends when its completion condition is true', async () => {
    const play = await Play.of([
      start(),
      element(
        'adHocSubProcess',
        'ad',
        `${user('a')}${user('b')}${user('c')}${flows('a > c')}<completionCondition xsi:type="tFormalExpression">done = true</completionCondition>`,
      ),
      user('after'),
      flows('s > ad > after'),
    ])
    assert.equal(play.waiting, 'a b')
    play.do('a')
    assert.equal(play.waiting, 'b c')
    play.do('c', { done: true })
    assert.deepEqual([play.waiting, play.tokens], ['after', 'after'])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundary, end, errorOf, extensions, flows, loop, Play, start, sub, timer, user } from './process.fixture.ts'

const formal = (name: string, text: string): string =>
  `<${name} xsi:type="tFormalExpression">${text.replaceAll('<', '&lt;')}</${name}>`

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

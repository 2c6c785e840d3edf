import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { element, end, extensions, flows, gateway, Play, start, user } from '../../engine/process.fixture.ts'
import { declared, line, moved, refusals } from './moves.fixture.ts'

describe('loops and compensation of a move', () => {
  const loop = (settings: string, inside = '', attributes = ''): string[] => [
    start(),
    user(
      'a',
      `<multiInstanceLoopCharacteristics ${attributes}>${inside}</multiInstanceLoopCharacteristics>`,
      settings && `<chancery:loop ${settings}/>`,
    ),
    end(),
    flows('s > a > e'),
  ]
  const sequential = 'isSequential="true"'

  it('a running loop keeps its items, and its item has the name of the new version', async () => {
    const play = await Play.of(loop('collection="list" item="one"', '', sequential), { list: [7, 8] })
    const target = loop('collection="list" item="two" output="out" outputItem="two"', '', sequential)
    const { next } = await moved(play, target)
    next.do('a').do('a')
    assert.deepEqual([next.status, next.variables.out], ['completed', [7, 8]])
  })

  it('a loop that was added, removed, or changed between parallel and sequential is a reason', async () => {
    const parallel = loop('collection="list" item="one"')
    const play = await Play.of(parallel, { list: [1, 2] })
    assert.deepEqual(await refusals(play, loop('collection="list" item="one"', '', sequential)), ['MI_CHANGED a 3'])
    assert.deepEqual(await refusals(play, line('a')), ['MI_CHANGED a 3'])
    assert.deepEqual(await refusals(await Play.of(line('a')), parallel), ['MI_CHANGED a 1'])
    assert.deepEqual(await refusals(play, loop('', '<loopCardinality>2</loopCardinality>')), ['MI_CHANGED a 3'])
  })

  const undoable = (handler: string, end2 = '<compensateEventDefinition/>'): string[] => [
    start(),
    user('book'),
    element('boundaryEvent', 'undo', '<compensateEventDefinition/>', 'attachedToRef="book"'),
    element('userTask', handler, extensions('<chancery:performer type="initiator"/>'), 'isForCompensation="true"'),
    `<association id="as" sourceRef="undo" targetRef="${handler}"/>`,
    user('a'),
    end('e', end2),
    flows('s > book > a > e'),
  ]

  it('completed activities can be compensated in the new version', async () => {
    const play = (await Play.of(undoable('cancel'))).do('book')
    const { next } = await moved(play, undoable('revoke'))
    assert.equal(next.do('a').waiting, 'revoke')
    assert.equal(next.do('revoke').status, 'completed')
  })

  it('a completed activity that the new version cannot compensate is a reason, unless the new version has no compensation', async () => {
    const play = (await Play.of(undoable('cancel'))).do('book')
    const gone = [start(), user('a'), end('e', '<compensateEventDefinition/>'), flows('s > a > e')]
    assert.deepEqual(await refusals(play, gone), ['ELEMENT_GONE book 0'])
    assert.equal((await moved(play, line('a'))).next.do('a').status, 'completed')
  })

  it('a running compensation continues', async () => {
    const play = (await Play.of(undoable('cancel'))).do('book').do('a')
    assert.equal(play.waiting, 'cancel')
    assert.equal((await moved(play, undoable('cancel'))).next.do('cancel').status, 'completed')
    assert.deepEqual(await refusals(play, undoable('revoke')), ['ELEMENT_GONE cancel 1'])
  })
})

describe('incidents of a move', () => {
  it('an incident moves with its token and can be retried in the new version', async () => {
    const choice = (text: string): string[] => [
      start(),
      gateway('exclusive', 'x', 'default="x-e"'),
      user('a'),
      end(),
      flows('s > x > e', `x > a [${text}]`, 'a > e'),
    ]
    const play = await Play.of(choice('missing.value'))
    assert.deepEqual(play.incidents, ['CONDITION_ERROR x'])
    const { next } = await moved(play, choice('true'))
    next.send({ type: 'retry', incident: play.incident })
    assert.equal(next.waiting, 'a')
  })
})

describe('the context of a move', () => {
  const withVariables = (...variables: readonly string[]): string[] => [declared(...variables), ...line('a')]

  it('new optional variables are null, removed variables are archived, other variables are kept', async () => {
    const play = await Play.of(withVariables('kept:string', 'old:string'), { kept: 'k', old: 'o', free: 1 })
    const { next, result } = await moved(play, withVariables('kept:string', 'fresh:string', 'many:string[]'))
    assert.deepEqual(next.variables, { kept: 'k', free: 1, fresh: null, many: [] })
    assert.deepEqual(result.archived, { old: 'o' })
  })

  it('a value whose type has changed is converted, or is a reason', async () => {
    const play = await Play.of(withVariables('sum:string', 'day:date', 'one:string'), {
      sum: '12.50',
      day: '2026-03-02',
      one: 'x',
    })
    const { next } = await moved(play, withVariables('sum:decimal', 'day:datetime', 'one:string[]'))
    assert.deepEqual(next.variables, { sum: '12.5', day: '2026-03-02T00:00:00Z', one: ['x'] })
    assert.deepEqual(await refusals(play, withVariables('sum:integer', 'day:user', 'one:boolean')), [
      'CONTEXT_INVALID sum 0',
      'CONTEXT_INVALID day 0',
      'CONTEXT_INVALID one 0',
    ])
  })

  it('a newly required variable without a value is a reason', async () => {
    const play = await Play.of(withVariables('sum:decimal'))
    assert.deepEqual(await refusals(play, withVariables('sum:decimal!')), ['CONTEXT_INVALID sum 0'])
    assert.equal(
      (await moved(await Play.of(withVariables('sum:decimal!')), withVariables('sum:decimal!'))).next.tokens,
      'a',
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundary, element, end, extensions, flows, gateway, loop, Play, start, sub, user } from './process.fixture.ts'

const formal = (name: string, text: string): string =>
  `<${name} xsi:type="tFormalExpression">${text.replaceAll('<', '&lt;')}</${name}>`

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

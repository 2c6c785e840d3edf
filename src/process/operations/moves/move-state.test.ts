import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  boundary,
  element,
  end,
  eventSub,
  extensions,
  flows,
  gateway,
  Play,
  service,
  signal,
  start,
  timer,
  user,
} from '../../engine/process.fixture.ts'
import { declared, fork, line, moved, refusals } from './moves.fixture.ts'

describe('a move to another version', () => {
  it('keeps each token at the element with the same id, with its wait', async () => {
    const play = await Play.of(line('a', 'b'))
    const wait = play.wait('a')
    const { next, result } = await moved(play, line('x', 'a', 'c'))
    assert.deepEqual([next.tokens, next.wait('a')], ['a', wait])
    assert.deepEqual([result.effects, result.renamed, result.needsResume], [[], [], false])
    next.do('a').do('c')
    assert.equal(next.status, 'completed')
  })

  it('follows the mapping for an element with another id and records the new id in the history', async () => {
    const play = await Play.of(line('a', 'b'))
    const { next, result } = await moved(play, line('x', 'b'), { a: 'x' })
    assert.deepEqual([next.tokens, result.renamed], ['x', [{ from: 'a', to: 'x' }]])
    assert.deepEqual(
      result.effects.map((effect) => effect.type === 'history' && [effect.event, effect.element]),
      [['moved', 'x']],
    )
    next.do('x').do('b')
    assert.equal(next.status, 'completed')
  })

  it('takes the title and the exits of a task from the new version', async () => {
    const play = await Play.of([start(), user('a', '', '<chancery:exit code="ok"/>'), end(), flows('s > a > e')])
    const { result } = await moved(play, [
      start(),
      element(
        'userTask',
        'a',
        extensions('<chancery:performer type="initiator"/><chancery:exit code="yes"/><chancery:exit code="no"/>'),
        'name="Decide"',
      ),
      end(),
      flows('s > a > e'),
    ])
    const task = result.tasks[0]!
    assert.equal(task.wait, play.wait('a'))
    assert.equal(task.settings.subject, 'Decide')
    assert.deepEqual(
      (task.settings.exits as readonly { code: string }[]).map(({ code }) => code),
      ['yes', 'no'],
    )
  })

  it('of an instance that has ended is refused', async () => {
    const play = (await Play.of(line('a'))).do('a')
    assert.deepEqual(await refusals(play, line('a')), ['NOT_RUNNING  0'])
  })

  it('is refused with all reasons at once', async () => {
    const play = await Play.of([...fork('parallel', ['a'], ['b'], ['c'])])
    play.do('a')
    const target = [
      start(),
      gateway('parallel', 'fork'),
      service('b'),
      user('d'),
      gateway('parallel', 'join'),
      end(),
      flows('s > fork > b > join > e', 'fork > d > e'),
    ]
    assert.deepEqual(await refusals(play, target), ['TYPE_CHANGED b 1', 'ELEMENT_GONE c 1', 'GATEWAY_SHRUNK join 1'])
  })

  it('is refused for its variables, its gateways and its events at once', async () => {
    const timed = [...line('a', 'b'), boundary('t', 'a', timer('PT1H'), false), end('late'), flows('t > late')]
    const play = await Play.of([declared('sum:string'), ...timed], { sum: 'much' })
    const signalled = [boundary('u', 'a', signal, false), end('late'), flows('u > late')]
    const target = [declared('sum:integer'), ...fork('parallel', ['a'], ['b']), ...signalled]
    const reasons = ['CONTEXT_INVALID sum 0', 'TOKEN_MISSING join 1', 'TYPE_CHANGED t 0']
    assert.deepEqual(await refusals(play, target, { t: 'u' }), reasons)
    const without = [declared('sum:integer'), ...line('b'), ...signalled.with(0, boundary('u', 'b', signal, false))]
    assert.deepEqual(await refusals(play, without, { t: 'u' }), [
      'ELEMENT_GONE a 1',
      'CONTEXT_INVALID sum 0',
      'TYPE_CHANGED t 0',
    ])
  })

  it('is refused when it would give the timer of an event sub-process to another one', async () => {
    const within = (id: string, first: string, time: string) =>
      eventSub(id, [start(first, timer(time)), user(`${id}u`), end(`${id}e`), flows(`${first} > ${id}u > ${id}e`)])
    const play = await Play.of([...line('a', 'b'), within('timed', 'first', 'PT1H')])
    const target = [...line('a', 'b'), within('other', 'second', 'PT2H')]
    assert.deepEqual(await refusals(play, target, { first: 'second' }), ['SCOPE_CHANGED first 0'])
  })
})

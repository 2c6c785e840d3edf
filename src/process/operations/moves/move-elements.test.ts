import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  element,
  end,
  flows,
  gateway,
  Play,
  service,
  signal,
  start,
  sub,
  timer,
  user,
} from '../../engine/process.fixture.ts'
import { fork, line, moved, refusals } from './moves.fixture.ts'

describe('elements of a move', () => {
  it('a token whose element is gone is a reason, with the number of tokens', async () => {
    const play = await Play.of([
      start(),
      gateway('parallel', 'fork'),
      gateway('exclusive', 'merge'),
      user('a'),
      end(),
      `<sequenceFlow id="one" sourceRef="fork" targetRef="merge"/><sequenceFlow id="two" sourceRef="fork" targetRef="merge"/>`,
      flows('s > fork', 'merge > a > e'),
    ])
    assert.deepEqual(await refusals(play, line('b')), ['ELEMENT_GONE a 2'])
  })

  it('elements of another type, event, kind of task or action cannot take over a token', async () => {
    const play = await Play.of(line('a'))
    assert.deepEqual(await refusals(play, [start(), service('a'), end(), flows('s > a > e')]), ['TYPE_CHANGED a 1'])
    const approval = user('a', '', '<chancery:task type="approval"/>')
    assert.deepEqual(await refusals(play, [start(), approval, end(), flows('s > a > e')]), ['TYPE_CHANGED a 1'])
    const catching = (definition: string): string[] => [
      start(),
      element('intermediateCatchEvent', 'c', definition),
      end(),
      flows('s > c > e'),
    ]
    const event = await Play.of(catching(timer('PT1H')))
    assert.deepEqual(await refusals(event, catching(signal)), ['TYPE_CHANGED c 1'])
    assert.equal((await moved(event, catching(timer('PT5H')))).next.wait('c'), event.wait('c'))
  })

  const nested = (p: string, a: string): string[] => [
    start(),
    sub(p, [start('s1'), user(a), end('e1'), flows(`s1 > ${a} > e1`)]),
    end(),
    flows(`s > ${p} > e`),
  ]

  it('a token does not move into a sub-process or out of one', async () => {
    assert.deepEqual(await refusals(await Play.of(line('a')), nested('q', 'a')), ['SCOPE_CHANGED a 1'])
    assert.deepEqual(await refusals(await Play.of(nested('q', 'a')), line('a')), [
      'ELEMENT_GONE q 1',
      'SCOPE_CHANGED a 1',
    ])
  })

  it('a sub-process can be renamed together with its content', async () => {
    const { next } = await moved(await Play.of(nested('q', 'a')), nested('r', 'b'), { q: 'r', a: 'b' })
    assert.equal(next.tokens, 'b r')
    assert.equal(next.do('b').status, 'completed')
  })

  it('two elements cannot become one, by the mapping or by an existing id', async () => {
    const play = await Play.of(fork('parallel', ['a'], ['b']))
    const target = fork('parallel', ['b'], ['c'])
    assert.deepEqual(await refusals(play, target, { a: 'b' }), ['MAPPING_DUPLICATE a 1', 'MAPPING_DUPLICATE b 1'])
    assert.deepEqual(await refusals(await Play.of(line('a', 'b')), line('c'), { a: 'c', b: 'c' }), [
      'MAPPING_DUPLICATE a 1',
      'MAPPING_DUPLICATE c 0',
    ])
  })

  it('a mapping to an unknown element is a reason; entries for elements of other versions are ignored', async () => {
    const play = await Play.of(line('a'))
    assert.deepEqual(await refusals(play, line('a'), { a: 'nowhere' }), ['TARGET_UNKNOWN a 0'])
    assert.equal((await moved(play, line('a'), { other: 'nowhere' })).next.tokens, 'a')
  })
})

describe('gateways of a move', () => {
  it('a join keeps the token that waits at it', async () => {
    const play = (await Play.of(fork('parallel', ['a'], ['b']))).do('a')
    const { next, result } = await moved(play, fork('parallel', ['a'], ['b', 'c']))
    assert.equal(result.needsResume, true)
    next.do('b').do('c').do('after')
    assert.equal(next.status, 'completed')
  })

  it('a token on a flow into which an activity was inserted counts as a token from this activity', async () => {
    const play = (await Play.of(fork('parallel', ['a'], ['b']))).do('a')
    const { next } = await moved(play, fork('parallel', ['a', 'x'], ['b', 'y']))
    assert.equal(next.tokens, 'b join')
    assert.equal(next.do('b').do('y').tokens, 'after')
  })

  it('a join that lost a flow with a token is a reason', async () => {
    const play = (await Play.of(fork('parallel', ['a'], ['b'], ['c']))).do('a')
    assert.deepEqual(await refusals(play, fork('parallel', ['b'], ['c'])), ['GATEWAY_SHRUNK join 1'])
  })

  it('a join that lost its only flow without a token continues at once', async () => {
    const play = (await Play.of(fork('parallel', ['a'], ['b'], ['c']))).do('a').do('b')
    assert.deepEqual(await refusals(play, fork('parallel', ['a'], ['b'])), ['ELEMENT_GONE c 1'])
    const inclusive = (await Play.of(fork('inclusive', ['a'], ['b']))).do('a')
    assert.equal((await moved(inclusive, fork('inclusive', ['a'], ['b', 'c']))).next.tokens, 'b join')
  })

  it('a join that would wait forever is a reason', async () => {
    const play = await Play.of(line('a', 'b'))
    assert.deepEqual(await refusals(play, fork('parallel', ['a'], ['b'])), ['TOKEN_MISSING join 1'])
    const grown = (await Play.of(fork('parallel', ['a'], ['b']))).do('a')
    assert.deepEqual(await refusals(grown, fork('parallel', ['a'], ['b'], ['c'])), ['TOKEN_MISSING join 2'])
    const surplus = await Play.of(fork('parallel', ['a'], ['b']))
    const behind = [
      start(),
      user('a'),
      gateway('parallel', 'fork2'),
      user('b'),
      user('c'),
      gateway('parallel', 'join2'),
      end(),
      flows('s > a > fork2 > b > join2 > e', 'fork2 > c > join2'),
    ]
    assert.deepEqual(await refusals(surplus, behind), ['TOKEN_MISSING join2 1'])
  })

  it('an inclusive join does not wait for a token that cannot arrive', async () => {
    const { next } = await moved(await Play.of(line('a', 'after')), fork('inclusive', ['a'], ['b']))
    assert.equal(next.do('a').do('after').status, 'completed')
  })

  it('an instance that already waits forever can move', async () => {
    const unsound = (after: string): string[] => [
      start(),
      gateway('exclusive', 'x', 'default="x-b"'),
      user('a'),
      user('b'),
      gateway('parallel', 'join'),
      user(after),
      end(),
      flows('s > x', 'x > a [go]', 'x > b > join', `a > join > ${after} > e`),
    ]
    const play = (await Play.of(unsound('c'), { go: true })).do('a')
    assert.equal((await moved(play, unsound('d'))).next.tokens, 'join')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { element, end, flows, gateway, message, Play, start, timer, user } from './process.fixture.ts'

describe('gateways', () => {
  const choice = [
    start(),
    gateway('exclusive', 'x', 'default="x-c"'),
    user('a'),
    user('b'),
    user('c'),
    end(),
    flows('s > x', 'x > a [n > 10]', 'x > b [n > 5]', 'x > c', 'a > e', 'b > e', 'c > e'),
  ]
  it('an exclusive gateway takes the first true condition in the order of the file, else the default flow', async () => {
    assert.equal((await Play.of(choice, { n: 11 })).waiting, 'a')
    assert.equal((await Play.of(choice, { n: 6 })).waiting, 'b')
    assert.equal((await Play.of(choice, { n: 1 })).waiting, 'c')
  })

  it('an exclusive gateway without a true condition stops with an incident, which is resolved by a retry after a correction', async () => {
    const play = await Play.of([
      start(),
      gateway('exclusive', 'x'),
      user('a'),
      user('b'),
      flows('s > x', 'x > a [n > 10]', 'x > b [n > 5]'),
    ])
    assert.deepEqual(play.incidents, ['CONDITION_ERROR x'])
    assert.equal(play.status, 'running')
    play.send({ type: 'setVariables', variables: { n: 7 } })
    play.send({ type: 'retry', incident: play.incident })
    assert.deepEqual([play.incidents, play.waiting], [[], 'b'])
  })

  it('a condition that is neither true nor false stops the gateway with an incident', async () => {
    assert.deepEqual((await Play.of(choice, { n: 11 })).incidents, [])
    const play = await Play.of(
      [start(), gateway('exclusive', 'x', 'default="x-b"'), user('a'), user('b'), flows('s > x', 'x > a [n]', 'x > b')],
      { n: 'yes' },
    )
    assert.deepEqual(play.incidents, ['CONDITION_ERROR x'])
  })

  it('a merging exclusive gateway passes every token', async () => {
    const play = await Play.of([
      start(),
      gateway('parallel', 'f'),
      user('a'),
      user('b'),
      gateway('exclusive', 'm'),
      user('c'),
      end(),
      flows('s > f > a > m > c > e', 'f > b > m'),
    ])
    play.do('a')
    assert.equal(play.waiting, 'b c')
    play.do('b')
    assert.equal(play.waiting, 'c c')
    play.do('c').do('c')
    assert.equal(play.status, 'completed')
  })

  it('a parallel gateway forks on all flows, ignores their conditions, and joins one token of each', async () => {
    const play = await Play.of([
      start(),
      gateway('parallel', 'f'),
      user('a'),
      user('b'),
      gateway('parallel', 'j'),
      user('c'),
      end(),
      flows('s > f > a > j > c > e', 'f > b [1 > 2]', 'b > j'),
    ])
    assert.equal(play.waiting, 'a b')
    play.do('a')
    assert.equal(play.waiting, 'b')
    play.do('b')
    assert.equal(play.waiting, 'c')
    assert.equal(play.tokens, 'c')
    play.do('c')
    assert.equal(play.status, 'completed')
  })

  it('a parallel join does not count two tokens of one flow as two flows', async () => {
    const play = await Play.of([
      start(),
      gateway('parallel', 'f'),
      user('a'),
      user('b'),
      user('c'),
      gateway('exclusive', 'm'),
      gateway('parallel', 'j'),
      user('d'),
      flows('s > f', 'f > a > m > j > d', 'f > b > m', 'f > c > j'),
    ])
    play.do('a').do('b')
    assert.equal(play.waiting, 'c')
    play.do('c')
    assert.deepEqual([play.waiting, play.tokens], ['d', 'd j'])
  })

  it('a parallel join with a missing token waits forever', async () => {
    const play = await Play.of([
      start(),
      gateway('exclusive', 'x', 'default="x-b"'),
      user('a'),
      user('b'),
      gateway('parallel', 'j'),
      end(),
      flows('s > x', 'x > a [1 > 2]', 'x > b', 'a > j', 'b > j > e'),
    ])
    play.do('b')
    assert.deepEqual([play.status, play.tokens, play.waiting], ['running', 'j', ''])
  })

  const inclusive = [
    start(),
    gateway('inclusive', 'o', 'default="o-c"'),
    user('a'),
    user('b'),
    user('c'),
    gateway('inclusive', 'j'),
    user('d'),
    end(),
    flows('s > o', 'o > a [n > 1]', 'o > b [n > 2]', 'o > c', 'a > j', 'b > j', 'c > j', 'j > d > e'),
  ]
  it('an inclusive gateway takes all true conditions, and the default flow only when there is none', async () => {
    assert.equal((await Play.of(inclusive, { n: 3 })).waiting, 'a b')
    assert.equal((await Play.of(inclusive, { n: 2 })).waiting, 'a')
    assert.equal((await Play.of(inclusive, { n: 1 })).waiting, 'c')
  })

  it('an inclusive join waits only for the tokens that can still arrive', async () => {
    const play = await Play.of(inclusive, { n: 3 })
    play.do('b')
    assert.equal(play.waiting, 'a')
    play.do('a')
    assert.equal(play.waiting, 'd')
    play.do('d')
    assert.equal(play.status, 'completed')
    assert.equal((await Play.of(inclusive, { n: 1 })).do('c').waiting, 'd')
  })

  it('an inclusive join fires when the last token that could have arrived takes another path', async () => {
    const play = await Play.of([
      start(),
      gateway('parallel', 'f'),
      user('a'),
      user('b'),
      gateway('exclusive', 'x', 'default="x-e2"'),
      gateway('inclusive', 'j'),
      user('d'),
      end(),
      end('e2'),
      flows('s > f', 'f > a > j > d > e', 'f > b > x', 'x > j [go = true]', 'x > e2'),
    ])
    play.do('a')
    assert.equal(play.waiting, 'b')
    play.do('b', { go: false })
    assert.equal(play.waiting, 'd')
  })

  it('an inclusive join counts a token on an activity whose boundary event leads to it', async () => {
    const play = await Play.of([
      start(),
      gateway('parallel', 'f'),
      user('a'),
      user('b'),
      element('boundaryEvent', 't', timer('PT1H'), 'attachedToRef="b"'),
      gateway('inclusive', 'j'),
      user('d'),
      end('e2'),
      flows('s > f', 'f > a > j > d', 'f > b > e2', 't > j'),
    ])
    play.do('a')
    assert.equal(play.waiting, 'b t')
    play.do('t')
    assert.equal(play.tokens, 'd')
  })

  it('inclusive gateways in a loop end', async () => {
    const play = await Play.of(
      [
        start(),
        gateway('inclusive', 'j'),
        user('a'),
        gateway('inclusive', 'o', 'default="o-e"'),
        user('b'),
        end(),
        flows('s > j > a > o', 'o > j [again = true]', 'o > b [again = true]', 'o > e', 'b > j'),
      ],
      { again: true },
    )
    play.do('a')
    assert.equal(play.waiting, 'b')
    play.do('b')
    assert.equal(play.waiting, 'a')
    play.do('a', { again: false })
    assert.equal(play.status, 'completed')
  })

  it('an event-based gateway takes the flow of the first event and closes the waits of the others', async () => {
    const elements = [
      start(),
      gateway('eventBased', 'g'),
      element('intermediateCatchEvent', 't', timer('PT1H')),
      element('intermediateCatchEvent', 'm1', message),
      user('a'),
      user('b'),
      flows('s > g', 'g > t > a', 'g > m1 > b'),
    ]
    const play = await Play.of(elements)
    assert.deepEqual([play.waiting, play.tokens], ['m1 t', 'g'])
    const timerWait = play.wait('t')
    play.do('m1', { sum: 5 })
    assert.deepEqual([play.waiting, play.variables.sum], ['b', 5])
    assert.equal(play.send({ type: 'complete', wait: timerWait }).outcome, 'notWaiting')
    assert.equal((await Play.of(elements)).do('t').waiting, 'a')
  })

  it('an activity with several unconditional flows forks, and conditions decide for the others', async () => {
    const play = await Play.of([
      start(),
      user('a'),
      user('b'),
      user('c'),
      user('d'),
      flows('s > a > b', 'a > c', 'a > d [1 > 2]'),
    ])
    assert.equal(play.do('a').waiting, 'b c')
  })

  for (const type of ['exclusive', 'inclusive'] as const) {
    it(`a condition that is null counts as not true at an ${type} gateway, and the history says so`, async () => {
      const elements = [start(), gateway(type, 'x', 'default="x-b"'), user('a'), user('b')]
      const play = await Play.of([...elements, flows('s > x', 'x > a [n]', 'x > b')], {})
      assert.equal(play.waiting, 'b')
      const warned = play.effects.find((effect) => effect.type === 'warned')
      assert.deepEqual([warned?.element, warned?.expression], ['x', 'n'])
    })

    it(`an ${type} gateway without a default flow stops when its conditions are null, and the incident says why`, async () => {
      const elements = [start(), gateway(type, 'x'), user('a'), user('b')]
      const play = await Play.of([...elements, flows('s > x', 'x > a [n]', 'x > b [false]')], {})
      assert.deepEqual(play.incidents, ['CONDITION_ERROR x'])
      const opened = play.effects.findLast((effect) => effect.type === 'incidentOpened')
      assert.match(opened!.message, /no default flow: the condition "n" gives null/)
      play.send({ type: 'setVariables', variables: { n: true } })
      play.send({ type: 'retry', incident: play.incident })
      assert.equal(play.waiting, 'a')
    })
  }

  it('a condition of an activity that is null counts as not true', async () => {
    const play = await Play.of([
      start(),
      user('a', '', '', 'default="a-c"'),
      user('b'),
      user('c'),
      flows('s > a', 'a > b [n]', 'a > c'),
    ])
    assert.equal(play.do('a').waiting, 'c')
  })

  it('a loop ends when its condition is null', async () => {
    const play = await Play.of([
      start(),
      user('a', '<standardLoopCharacteristics><loopCondition>n</loopCondition></standardLoopCharacteristics>'),
      user('b'),
      flows('s > a > b'),
    ])
    assert.equal(play.do('a').waiting, 'b')
  })

  for (const type of ['parallel', 'inclusive'] as const)
    it(`a joining ${type} gateway with asyncBefore joins after the jobs of its tokens`, async () => {
      const play = await Play.of([
        start(),
        gateway('parallel', 'fork'),
        user('a'),
        user('b'),
        gateway(type, 'join', 'chancery:asyncBefore="true"'),
        user('c'),
        end(),
        flows('s > fork > a > join > c > e', 'fork > b > join'),
      ])
      play.do('a')
      assert.equal(play.waiting, 'b join')
      play.do('b')
      assert.equal(play.waiting, 'join join')
      play.do('join')
      assert.equal(play.waiting, 'join')
      play.do('join')
      assert.deepEqual([play.waiting, play.tokens], ['c', 'c'])
      assert.equal(play.do('c').status, 'completed')
    })
})

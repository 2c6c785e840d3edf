import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  boundary,
  condition,
  element,
  end,
  errorOf,
  escalation,
  eventSub,
  flows,
  gateway,
  message,
  Play,
  service,
  signal,
  start,
  sub,
  timer,
  user,
} from './process.fixture.ts'

const at = (time: string): Date => new Date(`2026-03-02T${time}Z`)

describe('boundary events', () => {
  const withBoundary = (definition: string, isInterrupting = true): string[] => [
    start(),
    user('a'),
    boundary('b', 'a', definition, isInterrupting),
    user('c'),
    end(),
    end('e2'),
    flows('s > a > e', 'b > c > e2'),
  ]

  it('an interrupting boundary event cancels the activity and closes its waits', async () => {
    const play = await Play.of(withBoundary(timer('PT1H')))
    assert.equal(play.waiting, 'a b')
    assert.equal(play.opened('b').due, '2026-03-02T10:00:00.000Z')
    play.do('b')
    assert.deepEqual([play.waiting, play.tokens], ['c', 'c'])
  })

  it('completing the activity disarms its boundary events', async () => {
    const play = await Play.of(withBoundary(timer('PT1H')))
    const wait = play.wait('b')
    play.do('a')
    assert.equal(play.status, 'completed')
    assert.equal(play.send({ type: 'complete', wait }).outcome, 'notRunning')
  })

  it('a non-interrupting message boundary event stays armed', async () => {
    const play = await Play.of(withBoundary(message, false))
    play.do('b', { sum: 1 }).do('b', { sum: 2 })
    assert.deepEqual([play.waiting, play.variables.sum], ['a b c c', 2])
    play.do('a').do('c').do('c')
    assert.equal(play.status, 'completed')
  })

  it('a non-interrupting timer fires once for a duration and repeatedly for a cycle', async () => {
    assert.equal((await Play.of(withBoundary(timer('PT1H'), false))).do('b').waiting, 'a c')
    const play = await Play.of(withBoundary(timer('R2/PT1H', 'timeCycle'), false))
    play.now = at('10:00:00')
    play.do('b')
    assert.equal(play.opened('b').due, '2026-03-02T11:00:00.000Z')
    play.now = at('11:00:00')
    assert.equal(play.do('b').waiting, 'a c c')
  })

  it('a cycle that was overdue several times fires once', async () => {
    const play = await Play.of(withBoundary(timer('R/PT1H', 'timeCycle'), false))
    play.now = at('15:30:00')
    play.do('b')
    assert.equal(play.opened('b').due, '2026-03-02T16:00:00.000Z')
  })

  it('an interrupting boundary event of a sub-process cancels everything inside before anything else runs', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [
        start('s1'),
        gateway('parallel', 'f'),
        user('a'),
        end('e1', errorOf('E1')),
        user('never'),
        flows('s1 > f > a', 'f > e1', 'f > never'),
      ]),
      boundary('b', 'p1', errorOf('E1')),
      user('c'),
      end(),
      flows('s > p1 > e', 'b > c'),
    ])
    assert.deepEqual([play.waiting, play.tokens], ['c', 'c'])
    assert.ok(play.effects.every((effect) => effect.type !== 'waitOpened' || effect.element !== 'never'))
  })

  it('a condition is evaluated when variables change, and the event occurs when the condition becomes true', async () => {
    const play = await Play.of(withBoundary(condition('sum > 10'), false))
    play.send({ type: 'setVariables', variables: { sum: 20 } })
    assert.equal(play.waiting, 'a b c')
    play.send({ type: 'setVariables', variables: { sum: 30 } })
    assert.equal(play.waiting, 'a b c')
    play.send({ type: 'setVariables', variables: { sum: 1 } })
    play.send({ type: 'setVariables', variables: { sum: 11 } })
    assert.equal(play.waiting, 'a b c c')
    assert.equal((await Play.of(withBoundary(condition('sum > 10')), { sum: 11 })).waiting, 'c')
  })

  it('a condition that is null has not become true yet', async () => {
    const play = await Play.of(withBoundary(condition('ready')))
    assert.deepEqual([play.incidents, play.waiting], [[], 'a b'])
    play.send({ type: 'setVariables', variables: { ready: true } })
    assert.equal(play.waiting, 'c')
  })
})

describe('errors and escalations', () => {
  const nested = (inner: string, outer: string): string[] => [
    start(),
    sub('p1', [
      start('s1'),
      sub('p2', [start('s2'), end('e2', errorOf('E1')), flows('s2 > e2')]),
      inner,
      user('i'),
      end('e1'),
      flows('s1 > p2 > e1', 'b2 > i'),
    ]),
    outer,
    user('o'),
    end(),
    flows('s > p1 > e', 'b1 > o'),
  ]
  it('the innermost boundary event catches an error', async () => {
    assert.equal(
      (await Play.of(nested(boundary('b2', 'p2', errorOf('E1')), boundary('b1', 'p1', errorOf('E1'))))).waiting,
      'i',
    )
  })
  it('an error with another code is passed outward', async () => {
    assert.equal(
      (await Play.of(nested(boundary('b2', 'p2', errorOf('E2')), boundary('b1', 'p1', errorOf('E1'))))).waiting,
      'o',
    )
  })
  it('an event without a code catches every error, after one with the exact code', async () => {
    assert.equal(
      (await Play.of(nested(boundary('b2', 'p2', errorOf()), boundary('b1', 'p1', errorOf('E1'))))).waiting,
      'i',
    )
    const both = await Play.of([
      start(),
      sub('p1', [start('s1'), end('e1', errorOf('E1')), flows('s1 > e1')]),
      boundary('all', 'p1', errorOf()),
      boundary('exact', 'p1', errorOf('E1')),
      user('a'),
      user('b'),
      end(),
      flows('s > p1 > e', 'all > a', 'exact > b'),
    ])
    assert.equal(both.waiting, 'b')
  })

  it('an event sub-process of the scope catches before the boundary event around it', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [
        start('s1'),
        end('e1', errorOf('E1')),
        flows('s1 > e1'),
        eventSub('es', [start('s2', errorOf('E1')), user('inside'), flows('s2 > inside')]),
      ]),
      boundary('b', 'p1', errorOf('E1')),
      user('outside'),
      end(),
      flows('s > p1 > e', 'b > outside'),
    ])
    assert.equal(play.waiting, 'inside')
    play.do('inside')
    assert.equal(play.status, 'completed')
  })

  it('an error inside an event sub-process is not caught by the same event sub-process', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [
        start('s1'),
        end('e1', errorOf('E1')),
        flows('s1 > e1'),
        eventSub('es', [start('s2', errorOf('E1')), end('e3', errorOf('E1')), flows('s2 > e3')]),
      ]),
      boundary('b', 'p1', errorOf('E1')),
      user('outside'),
      end(),
      flows('s > p1 > e', 'b > outside'),
    ])
    assert.equal(play.waiting, 'outside')
  })

  it('an error that nothing catches stops the instance with an incident', async () => {
    const play = await Play.of([start(), end('x', errorOf('E1')), flows('s > x')])
    assert.deepEqual([play.status, play.incidents, play.tokens], ['running', ['UNHANDLED_ERROR x'], 'x'])
  })

  it('a called instance ends with an error that its caller catches', async () => {
    const play = await Play.of([start(), end('x', errorOf('E1')), flows('s > x')])
    const called = new Play(play.loaded.program)
    called.send({ type: 'start', caughtByParent: { codes: ['E1'], all: false } })
    assert.equal(called.status, 'completed')
    const ended = called.effects.findLast(({ type }) => type === 'instanceEnded')
    assert.deepEqual(ended?.type === 'instanceEnded' && ended.error, { code: 'E1' })
  })

  const escalating = (isInterrupting: boolean): string[] => [
    start(),
    sub('p1', [
      start('s1'),
      element('intermediateThrowEvent', 't', escalation),
      user('a'),
      end('e1'),
      flows('s1 > t > a > e1'),
    ]),
    boundary('b', 'p1', escalation, isInterrupting),
    user('c'),
    end(),
    flows('s > p1 > e', 'b > c'),
  ]
  it('a caught escalation interrupts only if its event is interrupting', async () => {
    assert.equal((await Play.of(escalating(true))).waiting, 'c')
    assert.equal((await Play.of(escalating(false))).waiting, 'a c')
  })
  it('an escalation that nothing catches has no effect', async () => {
    const play = await Play.of([
      start(),
      element('intermediateThrowEvent', 't', escalation),
      user('a'),
      flows('s > t > a'),
    ])
    assert.deepEqual([play.waiting, play.incidents], ['a', []])
  })

  it('a BPMN error of a service task is caught at its boundary, with the mapped code', async () => {
    const play = await Play.of([
      start(),
      service('a'),
      element(
        'boundaryEvent',
        'b',
        `<extensionElements><chancery:output name="reason" value="errorCode"/></extensionElements>${errorOf()}`,
        'attachedToRef="a"',
      ),
      user('c'),
      end(),
      flows('s > a > e', 'b > c'),
    ])
    play.send({ type: 'throwError', wait: play.wait('a'), code: 'STOCK', message: 'none left' })
    assert.deepEqual([play.waiting, play.variables.reason], ['c', 'STOCK'])
  })
})

describe('event sub-processes', () => {
  const withEvent = (attributes: string, definition = message): string[] => [
    start(),
    user('a'),
    end(),
    flows('s > a > e'),
    eventSub('es', [start('s1', definition, attributes), user('b'), end('e1'), flows('s1 > b > e1')]),
  ]
  it('an interrupting one cancels its scope and starts once', async () => {
    const play = await Play.of(withEvent('isInterrupting="true"'))
    assert.equal(play.waiting, 'a s1')
    play.do('s1', { sum: 3 })
    assert.deepEqual([play.waiting, play.tokens, play.variables.sum], ['b', 'b es', 3])
    play.do('b')
    assert.equal(play.status, 'completed')
  })
  it('a non-interrupting event sub-process runs in parallel to its scope, each time its event occurs', async () => {
    const play = await Play.of(withEvent('isInterrupting="false"'))
    play.do('s1').do('s1')
    assert.equal(play.waiting, 'a b b s1')
    play.do('a')
    assert.equal(play.status, 'running')
    play.do('b').do('b')
    assert.equal(play.status, 'completed')
  })
  it('the waits of an event sub-process are closed with its scope', async () => {
    const play = await Play.of(withEvent('isInterrupting="false"', signal))
    play.do('a')
    assert.deepEqual([play.status, play.waiting], ['completed', ''])
  })
})

describe('other events', () => {
  it('terminate ends only its own scope', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [
        start('s1'),
        gateway('parallel', 'f'),
        user('a'),
        user('b'),
        end('e1', '<terminateEventDefinition/>'),
        flows('s1 > f > a > e1', 'f > b'),
      ]),
      user('c'),
      flows('s > p1 > c'),
    ])
    play.do('a')
    assert.deepEqual([play.waiting, play.tokens], ['c', 'c'])
  })
  it('links pair by name within a scope', async () => {
    const play = await Play.of([
      start(),
      element('intermediateThrowEvent', 't', '<linkEventDefinition name="L"/>'),
      element('intermediateCatchEvent', 'c', '<linkEventDefinition name="L"/>'),
      user('a'),
      flows('s > t', 'c > a'),
    ])
    assert.equal(play.waiting, 'a')
  })
  it('thrown messages and signals carry the input mappings', async () => {
    const inputs = '<extensionElements><chancery:input name="amount" value="sum * 2"/></extensionElements>'
    const play = await Play.of(
      [start(), element('intermediateThrowEvent', 't', inputs + message), end('e', signal), flows('s > t > e')],
      { sum: 4 },
    )
    assert.equal(play.status, 'completed')
    assert.deepEqual(
      play.effects.filter(({ type }) => type === 'messageThrown' || type === 'signalThrown'),
      [
        { type: 'messageThrown', element: 't', name: 'paid', variables: { amount: 8 } },
        { type: 'signalThrown', element: 'e', name: 'closed', variables: {} },
      ],
    )
  })
  it('a message that waits names its correlation key', async () => {
    const key = '<extensionElements><chancery:message key="order"/></extensionElements>'
    const play = await Play.of(
      [start(), element('intermediateCatchEvent', 'c', key + message), end(), flows('s > c > e')],
      { order: 'A-1' },
    )
    assert.deepEqual(play.opened('c').message, { name: 'paid', key: 'A-1' })
  })
  it('timers take dates, durations, cycles and expressions', async () => {
    const due = async (text: string, kind: string, variables = {}): Promise<unknown> =>
      (
        await Play.of(
          [start(), element('intermediateCatchEvent', 'c', timer(text, kind)), end(), flows('s > c > e')],
          variables,
        )
      ).opened('c').due
    assert.equal(await due('2026-05-01T12:00:00+03:00', 'timeDate'), '2026-05-01T09:00:00.000Z')
    assert.equal(await due('P1M', 'timeDuration'), '2026-04-02T09:00:00.000Z')
    assert.equal(await due('R3/PT10M', 'timeCycle'), '2026-03-02T09:10:00.000Z')
    assert.equal(await due('limit', 'timeDuration', { limit: 'PT5M' }), '2026-03-02T09:05:00.000Z')
  })
  it('a timer whose expression does not give a time stops with an incident', async () => {
    const play = await Play.of(
      [start(), element('intermediateCatchEvent', 'c', timer('limit')), end(), flows('s > c > e')],
      { limit: 'soon' },
    )
    assert.deepEqual(play.incidents, ['EXPRESSION_ERROR c'])
  })
  it('an instance starts at the named start event', async () => {
    const play = await Play.of([start(), start('m1', message), user('a'), user('b'), flows('s > a', 'm1 > b')])
    assert.equal(play.waiting, 'a')
    const other = new Play(play.loaded.program)
    other.send({ type: 'start', at: 'm1' })
    assert.equal(other.waiting, 'b')
    assert.throws(
      () => new Play(play.loaded.program).send({ type: 'start', at: 'nowhere' }),
      /"nowhere" is not a start event/,
    )
  })
})

describe('events that an instance sends to itself', () => {
  const thrower = (definition: string, kind = 'endEvent'): string[] => [
    start('s2'),
    element(kind, 't', definition),
    ...(kind === 'endEvent' ? [flows('s2 > t')] : [end('e2'), flows('s2 > t > e2')]),
  ]
  const around = (definition: string, inside: readonly string[], isInterrupting = true): string[] => [
    start(),
    sub('sp', inside),
    boundary('b', 'sp', definition, isInterrupting),
    user('caught'),
    user('after'),
    end(),
    end('e3'),
    flows('s > sp > after > e', 'b > caught > e3'),
  ]
  for (const [name, definition] of [
    ['signal', signal],
    ['message', message],
  ] as const) {
    for (const kind of ['endEvent', 'intermediateThrowEvent']) {
      it(`a ${name} of a ${kind} reaches the boundary event of the sub-process that ends with it`, async () => {
        const play = await Play.of(around(definition, thrower(definition, kind)))
        assert.equal(play.waiting, 'caught')
      })
    }
    it(`a ${name} reaches a boundary event that does not interrupt, and the sub-process ends`, async () => {
      const play = await Play.of(around(definition, thrower(definition), false))
      assert.equal(play.waiting, 'after caught')
    })
    it(`a ${name} reaches an event sub-process of a process that ends with it`, async () => {
      const play = await Play.of([
        start(),
        element('endEvent', 't', definition),
        flows('s > t'),
        eventSub('h', [start('hs', definition), user('caught'), end('e2'), flows('hs > caught > e2')]),
      ])
      assert.equal(play.waiting, 'caught')
    })
    it(`a ${name} that the instance has taken names the elements, so that they do not get it again`, async () => {
      const play = await Play.of(around(definition, thrower(definition)))
      const sent = play.effects.find(({ type }) => type === `${name}Thrown`)
      assert.deepEqual((sent as { taken?: unknown }).taken, ['b'])
      const untaken = await Play.of([start(), element('endEvent', 't', definition), flows('s > t')])
      assert.equal('taken' in untaken.effects.find(({ type }) => type === `${name}Thrown`)!, false)
    })
  }

  it('a signal reaches all waiting events, and a message one', async () => {
    const two = (definition: string) => [
      start(),
      gateway('parallel', 'g'),
      element('intermediateCatchEvent', 'c1', definition),
      element('intermediateCatchEvent', 'c2', definition),
      user('u'),
      element('endEvent', 't', definition),
      end(),
      end('e2'),
      flows('s > g > c1 > e', 'g > c2 > e2', 'g > u > t'),
    ]
    const all = await Play.of(two(signal))
    all.do('u')
    assert.equal(all.status, 'completed')
    const one = await Play.of(two(message))
    one.do('u')
    assert.equal(one.waiting, 'c2')
  })

  it('a message reaches only an event with its correlation key', async () => {
    const keyed = (id: string, key: string, kind = 'intermediateCatchEvent') =>
      element(kind, id, `<extensionElements><chancery:message key="${key}"/></extensionElements>${message}`)
    const play = await Play.of(
      [
        start(),
        gateway('parallel', 'g'),
        keyed('c1', 'one'),
        keyed('c2', 'two'),
        user('u'),
        keyed('t', 'two', 'endEvent'),
        end(),
        end('e2'),
        flows('s > g > c1 > e', 'g > c2 > e2', 'g > u > t'),
      ],
      { one: 1, two: '2' },
    )
    play.do('u')
    assert.equal(play.waiting, 'c1')
  })

  it('an endless loop inside one advance is an incident', async () => {
    const play = await Play.of(
      [
        start(),
        user('u'),
        element('endEvent', 't', signal),
        flows('s > u > t'),
        eventSub('h', [
          start('hs', signal, 'isInterrupting="false"'),
          element('endEvent', 't2', signal),
          flows('hs > t2'),
        ]),
      ],
      {},
      { maxVisits: 10_000, maxVisitsWithoutStimulus: 1_000 },
    )
    play.do('u')
    assert.ok(play.effects.some((effect) => effect.type === 'incidentOpened' && effect.kind === 'LOOP_LIMIT'))
  })
})

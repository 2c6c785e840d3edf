import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  boundary,
  condition,
  element,
  end,
  eventSub,
  extensions,
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
} from '../process.fixture.ts'
import { declared, moved, refusals } from './moves.fixture.ts'

const line = (...ids: readonly string[]): string[] => [
  start(),
  ...ids.map((id) => user(id)),
  end(),
  flows(`s > ${ids.join(' > ')} > e`),
]

/** Returns a process with two joined branches, which `more` can extend. */
const fork = (kind: 'parallel' | 'inclusive', ...branches: readonly (readonly string[])[]): string[] => [
  start(),
  gateway('parallel', 'fork'),
  ...branches.flat().map((id) => user(id)),
  gateway(kind, 'join'),
  user('after'),
  end(),
  flows('s > fork', 'join > after > e', ...branches.map((ids) => `fork > ${ids.join(' > ')} > join`)),
]

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
})

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

describe('events of a move', () => {
  const host = (...events: readonly (readonly [id: string, definition: string])[]): string[] => [
    start(),
    user('a'),
    ...events.map(([id, definition]) => boundary(id, 'a', definition)),
    end(),
    ...events.map(([id]) => end(`e_${id}`)),
    flows('s > a > e', ...events.map(([id]) => `${id} > e_${id}`)),
  ]

  it('a boundary timer that both versions have keeps its wait and its time', async () => {
    const play = await Play.of(host(['t', timer('PT1H')]))
    const { next } = await moved(play, host(['t', timer('PT5H')]))
    assert.deepEqual(next.state!.waits.find(({ id }) => id === play.wait('t'))?.due, '2026-03-02T10:00:00.000Z')
    assert.equal(next.do('t').status, 'completed')
  })

  it('a boundary event that is gone is closed, and a new one is opened', async () => {
    const play = await Play.of(host(['t', timer('PT1H')]))
    const { next, result } = await moved(play, host(['m', message]))
    assert.equal(next.waiting, 'a m')
    assert.deepEqual(
      result.effects.map((effect) => [effect.type, 'element' in effect && effect.element]),
      [
        ['waitClosed', 't'],
        ['waitOpened', 'm'],
      ],
    )
    assert.equal((await moved(await Play.of(host()), host(['t', timer('PT1H')]))).next.waiting, 'a t')
  })

  it('an event of another type, or on another activity, is closed and opened again', async () => {
    const play = await Play.of(host(['t', timer('PT1H')]))
    const { next } = await moved(play, host(['t', signal]))
    assert.notEqual(next.wait('t'), play.wait('t'))
    assert.deepEqual(await refusals(play, host(['u', signal]), { t: 'u' }), ['TYPE_CHANGED t 0'])
  })

  it('an event that has already occurred is not opened again', async () => {
    const once = [
      start(),
      user('a'),
      boundary('t', 'a', timer('PT1H'), false),
      end(),
      end('e2'),
      flows('s > a > e', 't > e2'),
    ]
    const play = (await Play.of(once)).do('t')
    assert.equal((await moved(play, once)).next.waiting, 'a')
  })

  it('an activity that has not begun opens its events when it begins', async () => {
    const later = (...extra: readonly string[]): string[] => [
      start(),
      element('userTask', 'a', extensions('<chancery:performer type="initiator"/>'), 'chancery:asyncBefore="true"'),
      ...extra,
      end(),
      flows('s > a > e'),
    ]
    const play = await Play.of(later())
    const { next } = await moved(play, later(boundary('t', 'a', timer('PT1H')), end('e2'), flows('t > e2')))
    assert.equal(next.waiting, 'a')
    assert.equal(next.do('a').waiting, 'a t')
  })

  it('a new event whose time cannot be computed is a reason', async () => {
    const play = await Play.of(host())
    assert.deepEqual(await refusals(play, host(['t', timer('deadline')])), ['CONTEXT_INVALID t 0'])
  })

  it('an event-based gateway waits for the events of the new version', async () => {
    const waits = (...events: readonly (readonly [id: string, definition: string])[]): string[] => [
      start(),
      gateway('eventBased', 'g'),
      ...events.map(([id, definition]) => element('intermediateCatchEvent', id, definition)),
      end(),
      flows('s > g', ...events.map(([id]) => `g > ${id} > e`)),
    ]
    const play = await Play.of(waits(['t', timer('PT1H')], ['m', message]))
    const { next } = await moved(play, waits(['t', timer('PT2H')], ['x', signal]))
    assert.deepEqual([next.waiting, next.wait('t')], ['t x', play.wait('t')])
    assert.equal(next.do('x').status, 'completed')
  })

  it('waits of new event sub-processes are opened, and waits of removed event sub-processes are closed', async () => {
    const withSub = (id: string, definition: string): string[] => [
      ...line('a'),
      eventSub(id, [start(`${id}s`, definition), user(`${id}u`), end(`${id}e`), flows(`${id}s > ${id}u > ${id}e`)]),
    ]
    const { next } = await moved(await Play.of(withSub('x', signal)), withSub('y', message))
    assert.equal(next.waiting, 'a ys')
    const { next: kept } = await moved(next, withSub('y', message))
    assert.equal(kept.wait('ys'), next.wait('ys'))
    assert.equal(kept.do('ys').waiting, 'yu')
  })

  it('a new conditional event whose condition is already true occurs at once', async () => {
    const play = await Play.of(host(), { go: true })
    const { next, result } = await moved(play, host(['c', condition('go')]))
    assert.deepEqual([result.needsResume, next.status], [true, 'completed'])
  })
})

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

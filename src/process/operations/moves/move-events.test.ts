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
  signal,
  start,
  timer,
  user,
} from '../../engine/process.fixture.ts'
import { line, moved, refusals } from './moves.fixture.ts'

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

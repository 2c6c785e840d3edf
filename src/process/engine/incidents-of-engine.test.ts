import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundary, element, end, flows, gateway, Play, service, start, timer, user } from './process.fixture.ts'

const failing = [
  start(),
  service('call'),
  boundary('late', 'call', timer('PT1H')),
  user('after'),
  end(),
  flows('s > call > after > e', 'late > after'),
]

const fail = (play: Play): Play => {
  play.send({ type: 'fail', wait: play.wait('call'), message: 'no answer', isFinal: true })
  return play
}

describe('incidents', () => {
  it('boundary timers stay active while an incident is open, and resolve the incident when they fire', async () => {
    const play = fail(await Play.of(failing))
    assert.deepEqual([play.incidents, play.waiting], [['JOB_NO_RETRIES call'], 'late'])
    play.do('late')
    assert.deepEqual([play.incidents, play.waiting], [[], 'after'])
  })

  it('a retry restarts the element, and a skip leaves the element', async () => {
    const retried = fail(await Play.of(failing))
    retried.send({ type: 'retry', incident: retried.incident, comment: 'the system is back' })
    assert.equal(retried.waiting, 'call late')
    const skipped = fail(await Play.of(failing))
    skipped.send({ type: 'skip', incident: skipped.incident, variables: { sum: 1 } })
    assert.deepEqual([skipped.waiting, skipped.variables.sum], ['after', 1])
  })

  it('a message event that cannot wait again opens an incident; a retry makes it wait', async () => {
    const keyed = (id: string) =>
      element(
        'boundaryEvent',
        id,
        '<extensionElements><chancery:message key="order.id"/></extensionElements><messageEventDefinition messageRef="message_paid"/>',
        'attachedToRef="a" cancelActivity="false"',
      )
    const play = await Play.of(
      [start(), user('a'), keyed('m'), user('b'), end(), end('e2'), flows('s > a > e', 'm > b > e2')],
      { order: { id: 7 } },
    )
    play.do('m', { order: null })
    assert.deepEqual([play.incidents, play.waiting], [[], 'a b m'])
    play.do('m')
    assert.deepEqual([play.incidents, play.waiting], [['EXPRESSION_ERROR m'], 'a b b m'])
    assert.equal(play.send({ type: 'retry', incident: play.incident }).outcome, 'advanced')
    assert.deepEqual(play.incidents, ['EXPRESSION_ERROR m'])
    play.send({ type: 'setVariables', variables: { order: { id: 8 } } })
    play.send({ type: 'retry', incident: play.incident })
    assert.deepEqual([play.incidents, play.waiting], [[], 'a b b m'])
    assert.deepEqual(play.opened('m').message, { name: 'paid', key: 8 })
  })
})

describe('restarting and skipping steps', () => {
  it('a restarted step has a new wait, and its boundary events are armed again', async () => {
    const play = await Play.of(failing)
    const [work, late] = [play.wait('call'), play.wait('late')]
    play.send({ type: 'restartStep', element: 'call', comment: 'lost' })
    assert.notEqual(play.wait('call'), work)
    assert.notEqual(play.wait('late'), late)
    assert.equal(play.waiting, 'call late')
  })

  it('a skipped step is left as if it had been completed, including a whole multi-instance', async () => {
    const loop =
      '<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    const play = await Play.of([start(), user('a', loop), user('b'), end(), flows('s > a > b > e')])
    play.send({ type: 'restartStep', element: 'a', comment: 'again' })
    assert.equal(play.waiting, 'a a a')
    play.send({ type: 'skipStep', element: 'a', comment: 'not needed', variables: { done: true } })
    assert.deepEqual([play.waiting, play.variables.done], ['b', true])
  })

  it('a step without a waiting token and a token at a join are not changed', async () => {
    const play = await Play.of([
      start(),
      gateway('parallel', 'fork'),
      user('a'),
      user('b'),
      gateway('parallel', 'join'),
      end(),
      flows('s > fork > a > join > e', 'fork > b > join'),
    ])
    play.do('a')
    assert.equal(play.send({ type: 'skipStep', element: 'a', comment: '' }).outcome, 'notWaiting')
    assert.equal(play.send({ type: 'skipStep', element: 'join', comment: '' }).outcome, 'notWaiting')
  })

  it('restarting or skipping a step resolves its incident', async () => {
    const restarted = fail(await Play.of(failing))
    restarted.send({ type: 'restartStep', element: 'call', comment: 'again' })
    assert.deepEqual([restarted.incidents, restarted.waiting], [[], 'call late'])
    const skipped = fail(await Play.of(failing))
    skipped.send({ type: 'skipStep', element: 'call', comment: 'by phone' })
    assert.deepEqual([skipped.incidents, skipped.waiting], [[], 'after'])
  })
})

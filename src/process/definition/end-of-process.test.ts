import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { element, end, extensions, flows, gateway, Play, service, start, sub, user } from '../engine/process.fixture.ts'
import { missingAtEnd } from './context/index.ts'

const options = { checkEnd: missingAtEnd }
const declared = extensions(
  '<chancery:variable name="decision" requiredAtEnd="true"/><chancery:variable name="note" requiredAtEnd="true"/>',
)
const message = '"decision" is required at the end of the process; "note" is required at the end of the process'

/** Returns the message of the newest incident. */
const messageOf = (play: Play): string | undefined =>
  play.effects.flatMap((effect) => (effect.type === 'incidentOpened' ? [effect.message] : [])).at(-1)

/** Corrects the context and retries the open incident. */
const repair = (play: Play): Play => {
  play.send({ type: 'setVariables', variables: { decision: 'yes', note: 'seen' } })
  play.send({ type: 'retry', incident: play.incident })
  return play
}

describe('a variable that is required at the end', () => {
  it('stops the end event with an incident, which a retry after a correction resolves', async () => {
    const play = await Play.of([declared, start(), user('a'), end(), flows('s > a > e')], {}, options)
    play.do('a')
    assert.deepEqual([play.incidents, messageOf(play)], [['VARIABLE_TYPE_ERROR e'], message])
    play.send({ type: 'retry', incident: play.incident })
    assert.deepEqual([play.incidents, play.status], [['VARIABLE_TYPE_ERROR e'], 'running'])
    repair(play)
    assert.deepEqual([play.incidents, play.status], [[], 'completed'])
  })

  it('may be missing while other tokens still run, and at the end of a sub-process', async () => {
    const play = await Play.of(
      [
        declared,
        start(),
        gateway('parallel', 'fork'),
        sub('inner', [start('s2'), user('a'), end('e2'), flows('s2 > a > e2')]),
        user('b'),
        end(),
        flows('s > fork > inner > e', 'fork > b > e'),
      ],
      {},
      options,
    )
    play.do('a')
    assert.deepEqual([play.incidents, play.waiting], [[], 'b'])
    play.do('b', { decision: 'yes', note: 'seen' })
    assert.deepEqual([play.incidents, play.status], [[], 'completed'])
  })

  it('is demanded before the end event does anything', async () => {
    const says = '<messageEventDefinition messageRef="message_paid"/>'
    const play = await Play.of([declared, start(), end('e', says), flows('s > e')], {}, options)
    const thrown = () => play.effects.filter(({ type }) => type === 'messageThrown').length
    assert.deepEqual([play.incidents, thrown()], [['VARIABLE_TYPE_ERROR e'], 0])
    repair(play)
    assert.deepEqual([play.status, thrown()], ['completed', 1])
  })

  it('is demanded of a terminate end event before it cancels the others', async () => {
    const play = await Play.of(
      [
        declared,
        start(),
        gateway('parallel', 'fork'),
        user('a'),
        end('e', '<terminateEventDefinition/>'),
        flows('s > fork > a > e', 'fork > e'),
      ],
      {},
      options,
    )
    assert.deepEqual([play.incidents, play.waiting], [['VARIABLE_TYPE_ERROR e'], 'a'])
    repair(play)
    assert.deepEqual([play.incidents, play.status], [[], 'completed'])
  })

  it('is demanded of a process that ends at an activity or at a gateway', async () => {
    const task = await Play.of([declared, start(), service('a'), flows('s > a')], {}, options)
    task.do('a', { sum: 1 })
    assert.deepEqual([task.incidents, task.variables.sum], [['VARIABLE_TYPE_ERROR a'], 1])
    assert.deepEqual([repair(task).incidents, task.status], [[], 'completed'])
    const join = await Play.of(
      [
        declared,
        start(),
        gateway('parallel', 'fork'),
        user('a'),
        user('b'),
        gateway('parallel', 'join'),
        flows('s > fork > a > join', 'fork > b > join'),
      ],
      {},
      options,
    )
    join.do('a').do('b')
    assert.deepEqual(join.incidents, ['VARIABLE_TYPE_ERROR join'])
    assert.deepEqual([repair(join).incidents, join.status], [[], 'completed'])
  })

  it('is not demanded of an instance that is interrupted or ends with an error', async () => {
    const interrupted = await Play.of([declared, start(), user('a'), end(), flows('s > a > e')], {}, options)
    interrupted.send({ type: 'interrupt', reason: 'no' })
    assert.equal(interrupted.status, 'interrupted')
    const failing = element('endEvent', 'e', '<errorEventDefinition errorRef="E1"/>')
    const called = await Play.of([declared, start(), user('a'), failing, flows('s > a > e')], {}, options)
    called.do('a')
    assert.deepEqual(called.incidents, ['UNHANDLED_ERROR e'])
  })
})

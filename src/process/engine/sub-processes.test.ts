import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  boundary,
  element,
  end,
  errorOf,
  extensions,
  flows,
  gateway,
  Play,
  start,
  sub,
  user,
} from './process.fixture.ts'

describe('sub-processes and calls', () => {
  it('a sub-process completes when its last token has ended', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [
        start('s1'),
        gateway('parallel', 'f'),
        user('a'),
        user('b'),
        end('e1'),
        end('e2'),
        flows('s1 > f > a > e1', 'f > b > e2'),
      ]),
      user('c'),
      flows('s > p1 > c'),
    ])
    play.do('a')
    assert.equal(play.tokens, 'b p1')
    play.do('b')
    assert.equal(play.waiting, 'c')
  })
  it('variables that a sub-process declares stay inside it', async () => {
    const declared = extensions('<chancery:variable name="note" type="string"/>')
    const play = await Play.of([
      start(),
      sub('p1', [declared, start('s1'), user('a'), user('b'), flows('s1 > a > b')]),
      user('c'),
      flows('s > p1 > c'),
    ])
    play.do('a', { note: 'x', sum: 1 })
    assert.deepEqual(play.variables, { sum: 1 })
    assert.equal(play.do('b').waiting, 'c')
  })
  it('a sub-process without start events starts at the elements without incoming flows', async () => {
    assert.equal(
      (await Play.of([start(), sub('p1', [user('a'), user('b')]), end(), flows('s > p1 > e')])).waiting,
      'a b',
    )
  })
  const call = (more = ''): string =>
    element(
      'callActivity',
      'c',
      extensions(`<chancery:call process="docs.outgoing"/><chancery:input name="id" value="order"/>${more}`),
    )
  it('a call activity names the process, its input and the errors that are caught', async () => {
    const play = await Play.of(
      [start(), call(), boundary('b', 'c', errorOf('E1')), user('a'), end(), flows('s > c > e', 'b > a')],
      { order: 9 },
    )
    const { kind, settings, input, caughtErrors } = play.opened('c')
    assert.deepEqual(
      [kind, settings?.process, input, caughtErrors],
      ['child', 'docs.outgoing', { id: 9 }, { codes: ['E1'], all: false }],
    )
    play.send({ type: 'throwError', wait: play.wait('c'), code: 'E1' })
    assert.equal(play.waiting, 'a')
  })
  it('an interrupted called instance throws an error, which stops the caller if nothing catches it', async () => {
    const play = await Play.of([start(), call(), end(), flows('s > c > e')])
    play.send({ type: 'throwError', wait: play.wait('c'), code: 'SYSTEM.INTERRUPTED' })
    assert.deepEqual(play.incidents, ['UNHANDLED_ERROR c'])
  })
  it('a missing called process is an incident', async () => {
    const play = await Play.of([start(), call(), end(), flows('s > c > e')])
    play.send({
      type: 'fail',
      wait: play.wait('c'),
      message: 'no process',
      isFinal: true,
      kind: 'CALLED_ELEMENT_ERROR',
    })
    assert.deepEqual(play.incidents, ['CALLED_ELEMENT_ERROR c'])
  })
})

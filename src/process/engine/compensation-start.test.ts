import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ModelRefused } from '../../foundation/kit/xml/model-problems.ts'
import {
  boundary,
  bpmn,
  compile,
  element,
  end,
  eventSub,
  extensions,
  flows,
  Play,
  start,
  sub,
  user,
} from './process.fixture.ts'

async function firstProblemIn(...elements: readonly string[]): Promise<string> {
  const error = await compile(bpmn(elements)).catch((cause: unknown) => cause)
  assert.ok(error instanceof ModelRefused)
  const [{ elementId, message }] = error.problems as [{ elementId?: string; message: string }]
  return `${elementId}: ${message}`
}

describe('an event sub-process for compensation', () => {
  const compensated = '<compensateEventDefinition/>'
  const throwing = (id: string) => element('intermediateThrowEvent', id, compensated)
  const handled = (id: string) => [
    user(id),
    boundary(`${id}-c`, id, compensated),
    user(`undo-${id}`, '', '', 'isForCompensation="true"'),
    `<association id="${id}-as" sourceRef="${id}-c" targetRef="undo-${id}"/>`,
  ]
  const own = (...inside: readonly string[]) => eventSub('own', [start('o', compensated), ...inside])

  it('compensates its sub-process in place of the activities inside, with the variables of the sub-process', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [
        extensions('<chancery:variable name="x"/>'),
        start('i'),
        ...handled('a'),
        end('ie'),
        flows('i > a > ie'),
        own(user('b'), end('oe'), flows('o > b > oe')),
      ]),
      throwing('t'),
      user('z'),
      flows('s > p1 > t > z'),
    ])
    assert.equal(play.do('a', { x: 7 }).waiting, 'b')
    assert.equal(play.do('b').waiting, 'z')
  })

  it('compensates the activities inside with its own compensation event', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [
        start('i'),
        ...handled('a'),
        end('ie'),
        flows('i > a > ie'),
        own(throwing('ot'), end('oe'), flows('o > ot > oe')),
      ]),
      throwing('t'),
      user('z'),
      flows('s > p1 > t > z'),
    ])
    assert.equal(play.do('a').waiting, 'undo-a')
    assert.equal(play.do('undo-a').waiting, 'z')
  })

  it('runs although nothing inside the sub-process can be compensated, and only after the sub-process completed', async () => {
    const inside = [start('i'), user('a'), end('ie'), flows('i > a > ie'), own(user('b'), flows('o > b'))]
    const after = [throwing('t'), user('z')]
    const done = await Play.of([start(), sub('p1', inside), ...after, flows('s > p1 > t > z')])
    assert.equal(done.do('a').waiting, 'b')
    const open = await Play.of([start(), sub('p1', inside), ...after, flows('s > p1', 's > t > z')])
    assert.equal(open.waiting, 'a z')
  })

  it('of the process itself, or twice in one sub-process, is refused', async () => {
    assert.match(await firstProblemIn(start(), own()), /^o: .* must be inside a sub-process/)
    const twice = [start('i'), own(), eventSub('own2', [start('o2', compensated)])]
    assert.match(
      await firstProblemIn(start(), sub('p1', twice), flows('s > p1')),
      /^o2: a sub-process cannot have two event sub-processes for compensation/,
    )
  })
})

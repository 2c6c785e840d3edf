import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ModelProblem, ModelRefused } from '../../foundation/kit/xml/model-problems.ts'
import { compileProcesses } from '../index.ts'
import {
  boundary,
  bpmn,
  catalog,
  compile,
  element,
  end,
  extensions,
  fixtureLanguage,
  flows,
  gateway,
  loop,
  Play,
  start,
  sub,
  user,
} from './process.fixture.ts'

/** Compiles elements and returns the warnings. Throws ModelRefused. */
async function warningsIn(...elements: readonly string[]): Promise<readonly string[]> {
  const warnings: ModelProblem[] = []
  const onWarning = (warning: ModelProblem) => void warnings.push(warning)
  await compileProcesses(new TextEncoder().encode(bpmn(elements, catalog)), fixtureLanguage, { onWarning })
  return warnings.map(({ elementId, message: sentence }) => `${elementId}: ${sentence}`)
}

async function problemsIn(xml: string): Promise<readonly string[]> {
  try {
    await compile(xml)
    return []
  } catch (error) {
    assert.ok(error instanceof ModelRefused)
    return error.problems.map(({ elementId, message: sentence }) => `${elementId}: ${sentence}`)
  }
}

describe('elements without an id', () => {
  it('get one: a flow is named after the elements that it connects', async () => {
    const play = await Play.of(
      [
        start(),
        gateway('exclusive', 'x'),
        user('a'),
        user('b'),
        '<sequenceFlow sourceRef="s" targetRef="x"/><sequenceFlow sourceRef="a" targetRef="b"/>',
        '<sequenceFlow sourceRef="x" targetRef="a"><conditionExpression>n = 1</conditionExpression></sequenceFlow>',
        '<sequenceFlow sourceRef="x" targetRef="a"><conditionExpression>n = 2</conditionExpression></sequenceFlow>',
      ],
      { n: 2 },
    )
    assert.deepEqual(
      play.loaded.program.flows.map(({ id }) => id),
      ['s_x', 'a_b', 'x_a', 'x_a_2'],
    )
    assert.equal(play.do('a').waiting, 'b')
  })

  it('never get the id of another element', async () => {
    const [program] = await compile(
      bpmn([start(), user('s_a'), user('a'), flows('s > s_a'), '<sequenceFlow sourceRef="s" targetRef="a"/>']),
    )
    assert.equal(program!.flows[1]!.id, 's_a_2')
  })

  it('can be processes, lanes, sub-processes and end events', async () => {
    const inside = '<startEvent id="i"><messageEventDefinition messageRef="message_paid"/></startEvent>'
    const [program] = await compile(
      bpmn([], catalog).replace(
        /<process .*<\/process>/,
        `<process><laneSet><lane><flowNodeRef>a</flowNodeRef></lane></laneSet>${start()}${user('a')}${flows('s > a')}<subProcess triggeredByEvent="true">${inside}</subProcess></process>`,
      ),
    )
    assert.equal(program!.process, 'process')
    assert.deepEqual(
      program!.nodes.map(({ id }) => id),
      ['s', 'a', 'process_subProcess', 'i'],
    )
    assert.equal(program!.lanes[0]!.id, 'process_lane')
  })
})

describe('ids and references', () => {
  it('may have spaces around them', async () => {
    const play = await Play.of([
      '<startEvent id=" s "/>',
      user('a'),
      '<userTask id="b\n"><extensionElements><chancery:performer type="initiator"/></extensionElements></userTask>',
      '<sequenceFlow id="f " sourceRef="s" targetRef=" a"/><sequenceFlow id="g" sourceRef="a" targetRef="b"/>',
    ])
    assert.deepEqual(
      play.loaded.program.nodes.map(({ id }) => id),
      ['s', 'a', 'b'],
    )
    assert.equal(play.do('a').waiting, 'b')
  })

  it('may contain letters of every alphabet', async () => {
    const play = await Play.of([start('Начало'), user('Задача_1'), flows('Начало > Задача_1')])
    assert.equal(play.waiting, 'Задача_1')
  })

  it('with other signs are refused with what to write', async () => {
    assert.match((await problemsIn(bpmn([start('a b')])))[0]!, /the id "a b" is not a name in XML; use letters/)
  })

  it('may have a prefix of the target namespace', async () => {
    const elements = [
      start(),
      element('intermediateCatchEvent', 'c', '<messageEventDefinition messageRef="tns:message_paid"/>'),
      element('intermediateCatchEvent', 'd', '<signalEventDefinition signalRef=" own:sig "/>'),
      end(),
      '<sequenceFlow id="s-c" sourceRef="tns:s" targetRef="tns:c"/>',
      flows('c > d > e'),
    ]
    const xml = bpmn(elements, catalog).replace(
      'targetNamespace="t"',
      'targetNamespace="t" xmlns:tns="t" xmlns:own="t"',
    )
    const [program] = await compile(xml)
    assert.deepEqual(
      program!.nodes.map(({ event }) => event),
      [undefined, { type: 'message', name: 'paid' }, { type: 'signal', name: 'closed' }, undefined],
    )
  })

  it('with the prefix of another namespace lead to another file and are refused', async () => {
    const elements = [
      start(),
      element('intermediateCatchEvent', 'c', '<messageEventDefinition messageRef="o:message_paid"/>'),
    ]
    const xml = bpmn([...elements, flows('s > c')], catalog).replace(
      'targetNamespace="t"',
      'targetNamespace="t" xmlns:o="other"',
    )
    assert.match((await problemsIn(xml))[0]!, /messageRef names "o:message_paid", which is not in the file/)
  })
})

describe('documentation', () => {
  it('may contain elements of other namespaces', async () => {
    const text = '<w:p xmlns:w="http://www.w3.org/1999/xhtml" id="s">Call <w:b>first</w:b></w:p>'
    const documented = user('a').replace('<extensionElements>', `<documentation>${text}</documentation>$&`)
    assert.notEqual(documented, user('a'))
    assert.deepEqual(await problemsIn(bpmn([start(), documented, flows('s > a')])), [])
  })

  it('is the only place for them besides extension elements', async () => {
    const xml = bpmn([start(), user('a'), flows('s > a')]).replace('<userTask', '<w:p xmlns:w="urn:w"/>$&')
    assert.deepEqual(await problemsIn(xml), ['undefined: unrecognized element <w:p>'])
  })
})

describe('a multi-instance in standard BPMN', () => {
  const standard = (...attributes: readonly string[]) => attributes.join('')

  it('reads its list and item by the names of variables, and collects the results', async () => {
    const data = standard(
      '<loopDataInputRef>names</loopDataInputRef><loopDataOutputRef>answers</loopDataOutputRef>',
      '<inputDataItem id="i" name="name"/><outputDataItem id="o" name="answer"/>',
    )
    const play = await Play.of([start(), user('a', loop(data)), user('b'), flows('s > a > b')], {
      names: ['x', 'y'],
      answers: null,
    })
    assert.equal(play.waiting, 'a a')
    play.do('a', { answer: 1 })
    play.do('a', { answer: 2 })
    assert.deepEqual([play.waiting, play.variables.answers], ['b', [1, 2]])
    assert.equal(play.variables.answer, undefined)
  })

  it('reads the data object that a data association brings to its input', async () => {
    const data = '<loopDataInputRef>in</loopDataInputRef><inputDataItem id="name"/>'
    const task = [
      '<ioSpecification id="io"><dataInput id="in" name="list"/><inputSet id="set"><dataInputRefs>in</dataInputRefs></inputSet><outputSet id="out"/></ioSpecification>',
      '<dataInputAssociation id="as"><sourceRef>ref</sourceRef><targetRef>in</targetRef></dataInputAssociation>',
      loop(data, 'isSequential="true"'),
    ]
    const objects =
      '<dataObject id="object" isCollection="true"/><dataObjectReference id="ref" name="names" dataObjectRef="object"/>'
    const play = await Play.of([start(), user('a', task.join('')), objects, user('b'), flows('s > a > b')], {
      names: ['x', 'y'],
    })
    assert.equal(play.do('a').do('a').waiting, 'b')
  })

  it('names its items in expressions of a process with declared variables', async () => {
    const data = '<loopDataInputRef>names</loopDataInputRef><inputDataItem name="name"/>'
    const task = user('a', loop(`${data}<completionCondition>name = "x"</completionCondition>`))
    assert.deepEqual(
      await warningsIn(extensions('<chancery:variable name="names" array="true"/>'), start(), task, flows('s > a')),
      [],
    )
  })

  it('with a list that is no variable, or without the item of its results, is refused', async () => {
    const tasks = [
      user('a', loop('<loopDataInputRef>two words</loopDataInputRef>')),
      user('b', loop('<loopDataInputRef>names</loopDataInputRef><loopDataOutputRef>answers</loopDataOutputRef>')),
    ]
    assert.deepEqual(await problemsIn(bpmn([start(), ...tasks, flows('s > a > b')])), [
      'a: loopDataInputRef: "two words" is not the name of a variable',
      'b: loopDataOutputRef and outputDataItem require each other',
    ])
  })
})

describe('a receive task', () => {
  const receive = (attributes: string, inside = '') => element('receiveTask', 'r', inside, attributes)

  it('with instantiate="true" starts an instance and is over when the instance starts', async () => {
    const [program] = await compile(
      bpmn([receive('instantiate="true" messageRef="message_paid"'), user('a'), flows('r > a')], catalog),
    )
    const play = new Play(program!)
    assert.throws(() => play.send({ type: 'start' }), /can only be started by an event/)
    play.send({ type: 'start', at: 'r', variables: { n: 1 } })
    assert.deepEqual([play.waiting, play.variables.n], ['a', 1])
  })

  it('with instantiate="true" cannot follow another element', async () => {
    const elements = [start(), receive('instantiate="true" messageRef="message_paid"'), flows('s > r')]
    assert.deepEqual(await problemsIn(bpmn(elements, catalog)), [
      'r: a sequence flow cannot lead to a receive task with instantiate="true"',
    ])
  })

  it('without a message waits for the message with its id, and publishing warns of it', async () => {
    const elements = [start(), receive(''), user('a'), flows('s > r > a')]
    assert.deepEqual(await warningsIn(...elements), [
      'r: the receive task names no message; it waits for the message "r", which is its id',
    ])
    const play = await Play.of(elements)
    const opened = play.effects.find((effect) => effect.type === 'waitOpened')
    assert.deepEqual(opened?.message, { name: 'r' })
  })
})

describe('codes and conditions that a file leaves out', () => {
  it('an error that the file does not define has its name as the code', async () => {
    const elements = [
      start(),
      sub('p1', [start('i'), '<endEvent id="t"><errorEventDefinition errorRef="lost"/></endEvent>', flows('i > t')]),
      boundary('c', 'p1', '<errorEventDefinition errorRef="lost"/>'),
      user('a'),
      flows('s > p1', 'c > a'),
    ]
    assert.equal((await Play.of(elements)).waiting, 'a')
    assert.equal(
      (await warningsIn(...elements))[0],
      't: errorRef names "lost", which is not in the file; the name is used as the code',
    )
  })

  it('a flow of an inclusive gateway without a condition is always taken, and publishing warns of it', async () => {
    const elements = [start(), gateway('inclusive', 'x'), user('a'), user('b'), flows('s > x', 'x > a', 'x > b [n]')]
    assert.equal((await Play.of(elements, { n: false })).waiting, 'a')
    assert.equal((await Play.of(elements, { n: true })).waiting, 'a b')
    assert.match((await warningsIn(...elements))[0]!, /^x-a: the flow .* has no condition; it is always taken/)
  })

  it('publishing warns of a start event that nothing follows', async () => {
    const event = start('t', '<timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition>')
    assert.deepEqual(await warningsIn(start(), user('a'), event, flows('s > a')), [
      't: nothing follows this start event; draw a sequence flow from it to the first step',
    ])
    assert.deepEqual(await warningsIn(start(), user('a'), flows('s > a')), [])
  })
})

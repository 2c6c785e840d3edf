import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ModelRefused } from '../../foundation/kit/xml/model-problems.ts'
import {
  boundary,
  bpmn,
  catalog,
  compile,
  element,
  end,
  extensions,
  flows,
  gateway,
  message,
  start,
  sub,
  timer,
  user,
} from './process.fixture.ts'

async function problemsOf(xml: string): Promise<readonly string[]> {
  try {
    await compile(xml)
    return []
  } catch (error) {
    assert.ok(error instanceof ModelRefused)
    return error.problems.map(({ elementId, message }) => `${elementId}: ${message}`)
  }
}
const problemsIn = (...elements: string[]): Promise<readonly string[]> => problemsOf(bpmn(elements, catalog))

const called = (type: string, inside: string): string => element(type, 'a', extensions(inside))

describe('programs', () => {
  it('a program is frozen JSON with numbers instead of ids', async () => {
    const [program] = await compile(bpmn([start(), user('a'), end(), flows('s > a > e')]))
    assert.deepEqual(JSON.parse(JSON.stringify(program)), program)
    assert.ok(Object.isFrozen(program) && Object.isFrozen(program!.nodes[0]))
    assert.deepEqual(
      program!.flows.map(({ source, target }) => [source, target]),
      [
        [0, 1],
        [1, 2],
      ],
    )
  })
  it('each pool with a process becomes a separate program', async () => {
    const xml = bpmn([start()]).replace(
      '<process',
      '<collaboration id="c"><participant id="p1" name="Shop" processRef="p"/><participant id="p2" name="Customer"/></collaboration><process id="q"><startEvent id="s2"/></process><process',
    )
    assert.deepEqual(
      (await compile(xml)).map(({ process, pool }) => [process, pool]),
      [
        ['q', undefined],
        ['p', 'Shop'],
      ],
    )
  })
  it('a lane gives its tasks their performers; the innermost lane takes precedence', async () => {
    const lane = (id: string, node: string, inside = ''): string =>
      `<lane id="${id}">${extensions(`<chancery:performer type="group" value="${id}"/>`)}<flowNodeRef>${node}</flowNodeRef>${inside}</lane>`
    const [program] = await compile(
      bpmn([
        `<laneSet id="ls">${lane('outer', 'a', `<childLaneSet id="cl">${lane('inner', 'b')}</childLaneSet>`)}</laneSet>`,
        start(),
        element('userTask', 'a'),
        element('userTask', 'b'),
        flows('s > a > b'),
      ]),
    )
    assert.deepEqual(
      program!.nodes.map(({ lane: index }) => index && program!.lanes[index]!.id),
      [undefined, 0, 'inner'],
    )
  })
})

describe('files that are refused', () => {
  it('a DOCTYPE, entities, deep nesting, too many bytes and other XML are refused before a tree is built', async () => {
    const xml = bpmn([start()])
    assert.match((await problemsOf(`<!DOCTYPE d [<!ENTITY a "b">]>${xml}`))[0]!, /DOCTYPE/)
    assert.match((await problemsOf('<a>'.repeat(10_000) + '</a>'.repeat(10_000)))[0]!, /nested deeper than 64/)
    assert.match((await problemsOf(xml + ' '.repeat(5_000_000)))[0]!, /at most 4194304 are allowed/)
    assert.match(
      (await problemsOf(`<definitions>${'<a/>'.repeat(50_001)}</definitions>`))[0]!,
      /more than 50000 elements/,
    )
    assert.match((await problemsOf('<html/>'))[0]!, /not a BPMN 2.0 file/)
    assert.match((await problemsOf('<definitions'))[0]!, /not well-formed XML/)
    assert.match((await problemsOf(bpmn([])))[0]!, /no process with elements/)
  })
  it('XML with a mistake is refused with the place of the mistake and a hint', async () => {
    const refusal = async (xml: string) => (await problemsOf(xml)).join().replace('undefined: ', '')
    const file = 'the BPMN file is not well-formed XML: '
    assert.equal(
      await refusal('<definitions>\n<a>1 < 2</a></definitions>'),
      `${file}line 2, column 7: a character is not allowed here; write &lt; instead of < in texts and attributes`,
    )
    assert.match(await refusal('<definitions a="1 < 2"/>'), /line 1, column 19: .* write &lt; instead of </)
    assert.equal(
      await refusal('<definitions>\n\n<a>x & y</a><b>a & b</b></definitions>'),
      `${file}line 3, column 6: an "&" stands alone; write &amp; instead of &`,
    )
    assert.match(await refusal('<definitions><!-- & --><a b=1/></definitions>'), /column 29: unquoted attribute value$/)
    assert.equal(
      await refusal('<definitions>\n<a>\n</definitions>'),
      `${file}line 3, column 14: unexpected close tag; <a> of line 2 is not closed`,
    )
    assert.match(await refusal('<definitions>'), /unclosed tag; <definitions> of line 1 is not closed/)
    assert.match(await refusal(' \n'), /the BPMN file is empty: the body of the request has no content/)
    assert.match(await refusal('{"bpmn": "<definitions/>"}'), /the body is JSON, not XML; send the BPMN file itself/)
    assert.match(await refusal('hello'), /this is not XML/)
  })

  it('another namespace, misspelt names, and expressions in other languages are refused with what to write', async () => {
    const task = (more: string) => bpmn([start(), user('t', '', more), end(), flows('s > t > e')])
    const refusal = async (xml: string) => (await problemsOf(xml)).join('\n').replace('undefined: ', '')
    const namespace = (name: string, uri: string) =>
      refusal(task('').replace('xmlns:chancery="urn:chancery:bpmn:1"', `${name}="${uri}"`))
    for (const [name, uri] of [
      ['xmlns:chancery', 'urn:chancery:bpmn:2'],
      ['xmlns:c', 'urn:chancery:bpmn'],
      ['xmlns:chancery', 'http://example.org'],
    ] as const)
      assert.equal(
        await namespace(name, uri),
        `${name}="${uri}" is not the namespace of Chancery; write xmlns:chancery="urn:chancery:bpmn:1"`,
      )
    const other = task('').replace('/20100524/MODEL', '/2010/MODEL')
    assert.match(
      await refusal(other),
      /the root must be <definitions xmlns="http:\/\/www\.omg\.org\/spec\/BPMN\/20100524\/MODEL">/,
    )
    assert.equal(
      await refusal(task('<chancery:exti code="a"/>')),
      '<chancery:exti> is unknown; did you mean "chancery:exit"?',
    )
    assert.equal(
      await refusal(task('<chancery:exit code="a" nam="A"/>')),
      't: attribute "nam" of chancery:exit is unknown; did you mean "name"?',
    )
    assert.match(
      await refusal(task('').replace('<userTask', '<userTask chancery:asyncBefor="true"')),
      /did you mean "chancery:asyncBefore"/,
    )
    const flow = (language: string) =>
      bpmn([
        start(),
        element('exclusiveGateway', 'g', '', 'default="g-e"'),
        end(),
        end('f'),
        flows('s > g > e', 'g > f [1 = 1]').replace(
          '<conditionExpression',
          `<conditionExpression language="${language}"`,
        ),
      ])
    assert.equal(
      await refusal(flow('groovy')),
      'g-f: conditionExpression: language="groovy" cannot run; write the expression in FEEL and remove the attribute language',
    )
    for (const language of ['', 'feel', 'https://www.omg.org/spec/DMN/20211108/FEEL/'])
      assert.equal((await compile(flow(language))).length, 1, language)
  })

  it('a condition may compare with "!=", and a text in it may contain the signs of other languages', async () => {
    for (const condition of ['n != 1', 'n = "a == b && c || !d"'])
      assert.deepEqual(
        await problemsIn(start(), user('a'), end(), flows(`s > a [${condition}]`, 'a > e')),
        [],
        condition,
      )
  })

  it('texts that were meant as durations are refused with an example', async () => {
    const due = (text: string) =>
      problemsIn(start(), user('t', '', `<chancery:task due="${text}"/>`), end(), flows('s > t > e'))
    for (const text of ['1D', '4 hours', '1h', 'p2d'])
      assert.deepEqual(await due(text), [
        `t: chancery:task: due "${text}" must be a duration in ISO 8601, such as PT4H, a date or an expression`,
      ])
    const wait = (text: string) =>
      element(
        'intermediateCatchEvent',
        'w',
        `<timerEventDefinition><timeDuration>${text}</timeDuration></timerEventDefinition>`,
      )
    assert.deepEqual(await problemsIn(start(), wait('4 hours'), end(), flows('s > w > e')), [
      'w: timeDuration: "4 hours" must be a duration in ISO 8601, such as PT4H, or an expression',
    ])
  })

  it('a process with too many elements is refused', async () => {
    const tasks = Array.from({ length: 2_001 }, (_, index) => user(`a${index}`))
    assert.deepEqual(await problemsIn(...tasks), [
      'p: the process has 2001 elements and 0 flows; at most 2000 and 5000 are allowed',
    ])
  })

  it('a file is read in its declared encoding, and invalid bytes are refused', async () => {
    const xml = `<?xml version="1.0" encoding="windows-1251"?>${bpmn([start('s', '', 'name="@"')])}`
    const bytes = Uint8Array.from(Buffer.from(xml, 'latin1')).map((byte) => (byte === 0x40 ? 0xc0 : byte))
    const { compileProcesses } = await import('../index.ts')
    const { fixtureLanguage } = await import('./process.fixture.ts')
    assert.equal((await compileProcesses(bytes, fixtureLanguage))[0]!.nodes[0]!.name, 'А')
    await assert.rejects(compileProcesses(Uint8Array.of(0xff), fixtureLanguage), /not valid UTF-8/)
  })

  it('all problems of a file are reported at once, each with its element', async () => {
    assert.deepEqual(
      await problemsIn(
        start(),
        element('implicitThrowEvent', 'x'),
        element('userTask', 'a'),
        element('serviceTask', 'b'),
        flows('s > a > b > x'),
      ),
      [
        'x: a ImplicitThrowEvent is not supported; use an intermediate throw event',
        'b: the service task has no action: add <chancery:action type="…"/> to extensionElements',
        'a: the task has no performer: add <chancery:performer type="…" value="…"/> to the task or to its lane',
      ],
    )
  })

  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['duplicate ids', [start(), user('a'), user('a'), flows('s > a')], /undefined: the id "a" occurs twice/],
    [
      'a flow that leads nowhere',
      [start(), '<sequenceFlow id="f" sourceRef="s" targetRef="nope"/>'],
      /f: targetRef names "nope", which is not in the file/,
    ],
    [
      'a flow across the border of a sub-process',
      [start(), sub('p1', [user('a')]), flows('s > p1', 's > a')],
      /s-a: a sequence flow cannot cross the border/,
    ],
    [
      'a choice without a condition',
      [start(), gateway('exclusive', 'x'), user('a'), user('b'), flows('s > x > a', 'x > b [n = 1]')],
      /x-a: the flow leaves the gateway "x" and has no condition/,
    ],
    [
      'an element that no flow leads to',
      [start(), user('a'), user('b'), flows('s > a')],
      /b: the element has no incoming sequence flow/,
    ],
    [
      'two plain start events',
      [start(), start('s2'), user('a'), flows('s > a', 's2 > a')],
      /s2: only one start event may have no event definition/,
    ],
    [
      'an event with several definitions',
      [start('s', message + timer('PT1H'))],
      /s: an event must not have several event definitions/,
    ],
    [
      'an event in a place where it cannot run',
      [start('s', '<errorEventDefinition/>'), end(), flows('s > e')],
      /s: ErrorEventDefinition is not supported in this place; supported here: timer, message, signal/,
    ],
    ['a message without a name', [start('s', '<messageEventDefinition/>')], /s: the message is missing/],
    [
      'a timer that is not ISO 8601',
      [start('s', timer('PT1X'))],
      /s: timeDuration: "PT1X" must be a duration in ISO 8601, such as PT4H/,
    ],
    [
      'a condition for another engine',
      [start(), user('a'), flows('s > a [$' + '{n == 1}]')],
      /s-a: condition: "\$\{n == 1\}" is written for another engine; write it in FEEL without the braces, such as: n = 1/,
    ],
    [
      'a script in another language',
      [start(), element('scriptTask', 'a', '<script>x</script>', 'scriptFormat="groovy"'), flows('s > a')],
      /a: scriptFormat="groovy" is not supported; write the script in JavaScript/,
    ],
    [
      'an event-based gateway before a task',
      [start(), gateway('eventBased', 'g'), user('a'), user('b'), flows('s > g > a', 'g > b')],
      /a: the element follows the event-based gateway "g"/,
    ],
    [
      'a link without its other half',
      [start(), element('intermediateThrowEvent', 't', '<linkEventDefinition name="L"/>'), flows('s > t')],
      /t: the link "L" needs exactly one catching link event/,
    ],
    [
      'a multi-instance without a number',
      [start(), user('a', '<multiInstanceLoopCharacteristics/>'), flows('s > a')],
      /a: a multi-instance activity needs either/,
    ],
    [
      'an unknown attribute of an extension element',
      [start(), user('a', '', '<chancery:task dueTo="x"/>'), flows('s > a')],
      /a: attribute "dueTo" of chancery:task is unknown/,
    ],
    [
      'an unknown extension element',
      [start(), user('a', '', '<chancery:nothing/>'), flows('s > a')],
      /undefined: <chancery:nothing> is unknown/,
    ],
    [
      'an extension element in the wrong place',
      [start('s', extensions('<chancery:call process="a.b"/>'))],
      /s: chancery:call is not allowed in this element/,
    ],
    [
      'a call of an unknown binding',
      [start(), called('callActivity', '<chancery:call process="a.b" binding="newest"/>'), flows('s > a')],
      /a: chancery:call: binding "newest" is unknown; use latest, version, deployment/,
    ],
    [
      'a call of a version that is not a number',
      [
        start(),
        called('callActivity', '<chancery:call process="a.b" binding="version" version="1.2"/>'),
        flows('s > a'),
      ],
      /a: chancery:call: version must be the number of a version, such as 3/,
    ],
    [
      'a decision of a version without a number',
      [start(), called('businessRuleTask', '<chancery:decision path="a.b" binding="version"/>'), flows('s > a')],
      /a: chancery:decision: the attribute version is required for binding="version"/,
    ],
    [
      'a version of a decision that is not bound to a version',
      [start(), called('businessRuleTask', '<chancery:decision path="a.b" version="2"/>'), flows('s > a')],
      /a: chancery:decision: the attribute version is required for binding="version" and not allowed otherwise/,
    ],
    [
      'a compensation event without a handler',
      [start(), user('a'), boundary('b', 'a', '<compensateEventDefinition/>'), flows('s > a')],
      /b: an association must lead/,
    ],
    [
      'an error event that does not interrupt',
      [start(), user('a'), boundary('b', 'a', '<errorEventDefinition/>', false), end(), flows('s > a', 'b > e')],
      /b: cancelActivity="false" is not supported/,
    ],
    [
      'an empty sub-process',
      [start(), sub('p1', []), flows('s > p1')],
      /p1: the process or sub-process has no element that can run/,
    ],
    [
      'an expression that cannot be parsed',
      [start(), user('a'), flows('s > a [n = ]')],
      /s-a: condition: Unexpected token/,
    ],
  ]
  for (const [name, elements, expected] of cases) {
    it(name, async () => {
      const problems = await problemsIn(...elements)
      assert.ok(
        problems.some((problem) => expected.test(problem)),
        problems.join('\n') || 'the file was compiled',
      )
    })
  }

  it('the message about a setting of another engine says what to write instead', async () => {
    const xml = bpmn([start(), user('a', '', '', 'camunda:assignee="demo"'), flows('s > a')]).replace(
      '<definitions',
      '<definitions xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
    )
    assert.deepEqual(await problemsOf(xml), [
      'a: camunda:assignee is a setting of another engine; write <chancery:performer type="user" value="…"/> in extensionElements',
    ])
  })
})

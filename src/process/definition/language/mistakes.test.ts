import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { applyFiles } from '../../../api/v1/scheme/scheme.fixture.ts'
import type { ModelProblem } from '../../../foundation/kit/xml/model-problems.ts'
import { loadProgram } from '../../engine/advance/index.ts'
import { bpmn, end, extensions, flows, gateway, Play, start, timer, user } from '../../engine/process.fixture.ts'
import { compileProcesses } from '../../index.ts'
import { deployMail, mail, startingBy } from '../../triggers/starts/starts.fixture.ts'
import { publish } from '../templates/templates.fixture.ts'
import { processLanguage } from './process-language.ts'

/** Compiles elements and returns the parts of their expressions that can only be null. */
async function mistakesIn(...elements: readonly string[]): Promise<readonly string[]> {
  const mistakes: ModelProblem[] = []
  const onMistake = (mistake: ModelProblem) => void mistakes.push(mistake)
  await compileProcesses(new TextEncoder().encode(bpmn(elements)), processLanguage, { onMistake })
  return mistakes.map(({ elementId, message }) => `${elementId}: ${message}`)
}

const declared = extensions('<chancery:variable name="v" type="string"/>')
const around = (inside: string, more = ''): string[] => [start(), inside, end(), flows(`s > a > e${more}`)]
const taskWith = (inside: string): string => `<task id="a">${extensions(inside)}</task>`

describe('a call of an unknown function is found', () => {
  const places: readonly (readonly [string, readonly string[], string])[] = [
    ['an output', around(taskWith('<chancery:output name="v" value="trim(v)"/>')), 'a: output mapping "v": '],
    ['an input', around(user('a', '', '<chancery:input name="i" value="trim(v)"/>')), 'a: input mapping "i": '],
    [
      'a performer',
      around(`<userTask id="a">${extensions('<chancery:performer type="expression" value="trim(v)"/>')}</userTask>`),
      'a: performer: ',
    ],
    [
      'a condition',
      [
        start(),
        gateway('exclusive', 'g', 'default="g-e"'),
        user('a'),
        end(),
        end('e2'),
        flows('s > g', 'g > a [trim(v)]', 'g > e', 'a > e2'),
      ],
      'g-a: condition: ',
    ],
    ['a timer', around(`<intermediateCatchEvent id="a">${timer('trim(v)')}</intermediateCatchEvent>`), 'a: '],
    [
      'the collection of a loop',
      around(
        `<task id="a">${extensions('<chancery:loop collection="trim(v)" item="one"/>')}<multiInstanceLoopCharacteristics/></task>`,
      ),
      'a: ',
    ],
  ]
  for (const [place, elements, what] of places) {
    it(`in ${place}, whether the process declares its variables or not`, async () => {
      for (const process of [elements, [declared, ...elements]]) {
        const [first = '', ...more] = await mistakesIn(...process)
        assert.ok(first.startsWith(what) && first.endsWith('unknown function "trim" at 1:1'), first)
        assert.deepEqual(more, [])
      }
    })
  }

  it('and gives null with a warning when the process runs, also in a process that was published before', async () => {
    const elements = around(taskWith('<chancery:output name="v" value="trim(v)"/>'))
    const [program] = await compileProcesses(new TextEncoder().encode(bpmn(elements)), processLanguage)
    const play = new Play(program!, processLanguage)
    play.send({ type: 'start', variables: { v: 'x' } })
    const warned = play.effects.filter((effect) => effect.type === 'warned')
    assert.deepEqual(
      warned.map(({ element, messages }) => [element, messages]),
      [['a', ['unknown function "trim" at 1:1']]],
    )
    assert.deepEqual([play.variables.v, loadProgram(program!, processLanguage).expressions[0]!.references], [null, []])
  })
})

describe('a process with an expression that can only be null', () => {
  const server = useServer()
  const xml = bpmn(around(taskWith('<chancery:output name="v" value="trim(v)"/>')))
  const message = 'output mapping "v": unknown function "trim" at 1:1'
  const check = async (call: Call, path: string): Promise<Body> => {
    const answer = await call('POST', `/api/v1/processes/${path}/check`, new TextEncoder().encode(xml))
    assertDone(answer)
    return answer.body.problems
  }

  it('is published with a warning', async () => {
    assert.deepEqual(await check(server.call, 'ref/null'), [{ elementId: 'a', message, severity: 'warning' }])
    const answer = await publish(server.call, 'ref.null', xml)
    assertDone(answer)
    assert.deepEqual([answer.body.version, answer.body.warnings], [1, [{ elementId: 'a', message }]])
  })

  it('is refused where expressions are strict, by hand and in a solution', async () => {
    await using strict = await startEmptyPlatform({ EXPRESSIONS: 'strict' })
    await deployMail(strict.call)
    assert.deepEqual(await check(strict.call, 'mail/null'), [{ elementId: 'a', message, severity: 'error' }])
    const byHand = await publish(strict.call, 'mail.null', xml)
    assertRefused(byHand, 400, 'process.invalid', /unknown function "trim"/)
    await assert.rejects(applyFiles(strict.call, mail({ 'null.bpmn': xml })), /unknown function/)
  })

  it('can have it in the condition of an element event; an unknown field there is refused', async () => {
    await using started = await startEmptyPlatform()
    await deployMail(started.call)
    const onElement = (condition: string): string =>
      startingBy('', `<chancery:elementEvent app="mail.letters" event="updated" condition="${condition}"/>`)
    const answer = await publish(started.call, 'mail.on', onElement('abs() = amount'))
    assertDone(answer)
    assert.match(
      answer.body.warnings[0].message,
      /condition of chancery:elementEvent: abs\(\) does not take 0 arguments/,
    )
    const wrong = await publish(started.call, 'mail.on', onElement('abs() = before.amont'))
    assertRefused(wrong, 400, 'process.invalid', /unknown name "amont" at 1:16; did you mean "amount"/)
  })
})

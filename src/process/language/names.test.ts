import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadProgram } from '../engine/index.ts'
import { ModelRefused } from '../model/index.ts'
import { bpmn, end, extensions, flows, gateway, start, user } from '../process.fixture.ts'
import { compileProcesses } from '../process.ts'
import { processLanguage } from './index.ts'

const amount = extensions('<chancery:variable name="amount" type="decimal"/>')
const compile = (elements: readonly string[]) =>
  compileProcesses(new TextEncoder().encode(bpmn(elements)), processLanguage)
const problemsOf = async (elements: readonly string[]): Promise<string[]> => {
  try {
    await compile(elements)
    return []
  } catch (error) {
    assert.ok(error instanceof ModelRefused)
    return error.problems.map(({ elementId, message }) => `${elementId}: ${message}`)
  }
}
const choice = (condition: string): string[] => [
  start(),
  gateway('exclusive', 'g', 'default="g-e"'),
  user('a'),
  end(),
  end('e2'),
  flows('s > g', `g > a [${condition}]`, 'g > e', 'a > e2'),
]

describe('a name in an expression', () => {
  it('that the process does not declare is refused with a suggestion', async () => {
    assert.deepEqual(await problemsOf([amount, ...choice('amont > 5')]), [
      'g-a: condition: unknown name "amont" at 1:1; did you mean "amount"?',
    ])
  })

  it('can be any name when the process declares no variables', async () => {
    assert.deepEqual(await problemsOf(choice('amont > 5')), [])
  })

  it('can be a variable of the loop around the element, or one that an element writes', async () => {
    const loop = (item: string) =>
      `<subProcess id="sub">${extensions(`<chancery:loop collection="amount" item="${item}"/>`)}
        <multiInstanceLoopCharacteristics/><task id="t">${extensions('<chancery:output name="sum" value="anything + line"/>')}</task>
        ${start('s2')}${end('e2')}${flows('s2 > t', 't > e2 [line > 5 and loopCounter > 1 and sum > 3]')}</subProcess>`
    assert.deepEqual(await problemsOf([amount, start(), loop('line'), end(), flows('s > sub > e')]), [])
    assert.deepEqual(await problemsOf([amount, start(), loop('row'), end(), flows('s > sub > e')]), [
      't-e2: condition: unknown name "line" at 1:1',
    ])
  })

  it('can be that of a built-in function', async () => {
    const declared = extensions('<chancery:variable name="count" type="integer"/>')
    const [program] = await compile([declared, ...choice('count > 5')])
    const [expression] = loadProgram(program!, processLanguage).expressions
    assert.deepEqual(expression!.references, ['count'])
    assert.equal(expression!.evaluate({ count: 6 }, { nowMs: 0, timeZone: 'UTC' }), true)
  })

  it('can be that of a built-in function also when nothing declares it, as in the output "number" of an action', () => {
    const { references, evaluate } = processLanguage.compile('number')
    assert.deepEqual(references, ['number'])
    assert.equal(evaluate({ number: 7 }, { nowMs: 0, timeZone: 'UTC' }), 7)
    assert.deepEqual(processLanguage.compile('number(text)').references, ['text'])
  })
})

describe('an expression', () => {
  it('reads the time of the advance in the time zone of the process', () => {
    const { evaluate } = processLanguage.compile('string(date(now()))')
    const nowMs = Date.parse('2026-05-01T22:30:00Z')
    assert.deepEqual(
      ['UTC', 'Europe/Moscow'].map((timeZone) => evaluate({}, { nowMs, timeZone })),
      ['2026-05-01', '2026-05-02'],
    )
  })

  it('that takes too many steps ends with an error', { timeout: 5_000 }, () => {
    const { evaluate } = processLanguage.compile('for i in 1..1000000000 return i')
    assert.throws(() => evaluate({}, { nowMs: 0, timeZone: 'UTC' }), /too many steps/)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadProgram } from '../engine/index.ts'
import { ModelRefused } from '../model/index.ts'
import { bpmn, end, extensions, flows, gateway, Play, start, user } from '../process.fixture.ts'
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

  it('can be a variable of the loop around the element, or a variable that an element writes', async () => {
    const loop = (item: string) =>
      `<subProcess id="sub">${extensions(`<chancery:loop collection="amount" item="${item}"/>`)}
        <multiInstanceLoopCharacteristics/><task id="t">${extensions('<chancery:output name="sum" value="anything + line"/>')}</task>
        ${start('s2')}${end('e2')}${flows('s2 > t', 't > e2 [line > 5 and loopCounter > 1 and sum > 3]')}</subProcess>`
    assert.deepEqual(await problemsOf([amount, start(), loop('line'), end(), flows('s > sub > e')]), [])
    assert.deepEqual(await problemsOf([amount, start(), loop('row'), end(), flows('s > sub > e')]), [
      't-e2: condition: unknown name "line" at 1:1',
    ])
  })

  it('can be the name of a built-in function', async () => {
    const declared = extensions('<chancery:variable name="count" type="integer"/>')
    const [program] = await compile([declared, ...choice('count > 5')])
    const [expression] = loadProgram(program!, processLanguage).expressions
    assert.deepEqual(expression!.references, ['count'])
    assert.equal(expression!.evaluate({ count: 6 }, { nowMs: 0, timeZone: 'UTC' }), true)
  })
})

describe('a name of a built-in function', () => {
  const service = (outputs: string): string =>
    `<serviceTask id="a">${extensions(`<chancery:action type="http"/><chancery:setting name="url" text="https://example.org"/>${outputs}`)}</serviceTask>`
  const play = async (outputs: string): Promise<Play> => {
    const [program] = await compile([start(), service(outputs), end(), flows('s > a > e')])
    const run = new Play(program!, processLanguage)
    run.send({ type: 'start', variables: {} })
    return run
  }

  it('means the result of the work that has this name, and still the function where it is called', async () => {
    const outputs =
      '<chancery:output name="n" value="number"/><chancery:output name="c" value="count(items) + count"/><chancery:output name="z" value="sum"/>'
    const run = (await play(outputs)).do('a', { number: 7, count: 2, items: [1, 2, 3], sum: null })
    assert.deepEqual(run.variables, { n: 7, c: 5, z: null })
  })

  it('that nothing has is not stored as a function but stops the element', async () => {
    for (const value of ['number', '[min]', '{a: max}']) {
      const run = (await play(`<chancery:output name="n" value="${value}"/>`)).do('a', { status: 200 })
      assert.deepEqual(run.incidents, ['IO_MAPPING_ERROR a'])
      const opened = run.effects.findLast((effect) => effect.type === 'incidentOpened')
      assert.match(opened!.type === 'incidentOpened' ? opened!.message : '', /is the function \(.*cannot be stored/)
      assert.deepEqual(run.variables, {})
    }
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

  it('ends with an error when it takes too many steps', { timeout: 5_000 }, () => {
    const { evaluate } = processLanguage.compile('for i in 1..1000000000 return i')
    assert.throws(() => evaluate({}, { nowMs: 0, timeZone: 'UTC' }), /too many steps/)
  })
})

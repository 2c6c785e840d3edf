import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ModelRefused } from '../../../foundation/kit/xml/model-problems.ts'
import { loadProgram } from '../../engine/advance/index.ts'
import { bpmn, end, extensions, flows, gateway, Play, start, user } from '../../engine/process.fixture.ts'
import { compileProcesses } from '../../engine/process.ts'
import { processLanguage } from './process-language.ts'

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

  it('can be a variable of the loop around the element', async () => {
    const amount = extensions(
      '<chancery:variable name="amount" type="decimal"/><chancery:variable name="sum" type="decimal"/>',
    )
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

describe('a variable that an element writes', () => {
  const level = extensions('<chancery:variable name="level" type="integer"/>')
  const around = (activity: string, declared = level): string[] => [
    declared,
    start(),
    activity,
    end(),
    flows('s > a > e'),
  ]
  const task = (name: string, inside: string, more = ''): string =>
    `<${name} id="a">${extensions(inside)}${more}</${name}>`

  const written: readonly [string, (name: string) => string, string][] = [
    ['an output', (name) => task('task', `<chancery:output name="${name}" value="1"/>`), 'output mapping'],
    [
      'the result of a decision',
      (name) => task('businessRuleTask', `<chancery:decision path="docs.rate" result="${name}"/>`),
      'chancery:decision: result',
    ],
    [
      'the exit of a task',
      (name) => task('userTask', `<chancery:task result="${name}"/><chancery:performer type="initiator"/>`),
      'chancery:task: result',
    ],
    [
      'the output of a loop',
      (name) =>
        task(
          'task',
          `<chancery:loop collection="[1, 2]" item="one" output="${name}" outputItem="one"/>`,
          '<multiInstanceLoopCharacteristics/>',
        ),
      'chancery:loop: output',
    ],
  ]
  for (const [title, activity, what] of written) {
    it(`as ${title} is refused with a suggestion when the process does not declare the variable`, async () => {
      assert.deepEqual(await problemsOf(around(activity('level'))), [])
      assert.deepEqual(await problemsOf(around(activity('lvel'))), [
        `a: ${what}: the process has no variable "lvel"; did you mean "level"?`,
      ])
    })
  }

  it('as the element of an element event is refused with a suggestion when the process does not declare it', async () => {
    const letter = '<chancery:variable name="letter" type="element" of="docs.incoming"/>'
    const event = (variable: string) =>
      `<startEvent id="s">${extensions(`<chancery:elementEvent app="docs.incoming" event="created" variable="${variable}"/>`)}</startEvent>`
    const process = (variable: string) => [extensions(letter), event(variable), end(), flows('s > e')]
    assert.deepEqual(await problemsOf(process('letter')), [])
    assert.deepEqual(await problemsOf(process('leter')), [
      's: chancery:elementEvent: variable: the process has no variable "leter"; did you mean "letter"?',
    ])
  })

  it('can have any name when the process declares no variables', async () => {
    assert.deepEqual(await problemsOf(around(written[0]![1]('lvel'), '')), [])
  })

  it('can be a variable of a sub-process or of a loop around the element', async () => {
    const inside = `<subProcess id="a">${extensions('<chancery:variable name="part"/><chancery:loop collection="[1, 2]" item="one"/>')}
      <multiInstanceLoopCharacteristics/><task id="t">${extensions('<chancery:output name="part" value="1"/><chancery:output name="one" value="2"/>')}</task>
      ${start('s2')}${end('e2')}${flows('s2 > t > e2')}</subProcess>`
    assert.deepEqual(await problemsOf(around(inside)), [])
  })

  it('can be a variable of the answer of another system', async () => {
    const answer = `<serviceTask id="b">${extensions('<chancery:action type="delegated"/><chancery:setting name="url" text="https://example.org"/><chancery:variable name="rating" type="integer"/>')}</serviceTask>`
    const output = task('task', '<chancery:output name="rating" value="rating + 1"/>')
    assert.deepEqual(await problemsOf([level, start(), answer, output, end(), flows('s > b > a > e')]), [])
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

describe('a part of an expression that cannot be computed', () => {
  it('is null, and the advance records why; the incident of a condition says it, too', async () => {
    const [program] = await compile([
      start('s'),
      `<serviceTask id="a">${extensions('<chancery:action type="http"/><chancery:setting name="url" text="https://example.org"/><chancery:output name="n" value="status / missing"/>')}</serviceTask>`,
      gateway('exclusive', 'g'),
      user('u'),
      end(),
      end('e2'),
      flows('s > a > g', 'g > u ["x" + 1 > 5]', 'g > e [false]', 'u > e2'),
    ])
    const run = new Play(program!, processLanguage)
    run.send({ type: 'start', variables: { missing: null } })
    run.do('a', { status: 200 })
    const warned = run.effects.filter((effect) => effect.type === 'warned')
    assert.deepEqual(
      warned.map(({ element, expression }) => [element, expression]),
      [
        ['a', 'status / missing'],
        ['g', '"x" + 1 > 5'],
      ],
    )
    assert.match(warned[0]!.messages.join(), /number|null/)
    const opened = run.effects.findLast((effect) => effect.type === 'incidentOpened')
    assert.ok(opened?.type === 'incidentOpened')
    assert.match(opened.message, /gives null: cannot add/)
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

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readNumberTemplate } from './number-template.ts'
import { fillTemplate, writeNumber } from './render-number.ts'

const number = (text: string, values: Record<string, string>, seq = 7n, minDigits = 1): string => {
  const { template, problems } = readNumberTemplate(text)
  assert.deepEqual(problems, [])
  const tokenValue = ({ name, argument }: { name: string; argument?: string | undefined }) =>
    values[argument === undefined ? name : `${name}:${argument}`]
  return writeNumber(fillTemplate(template, tokenValue, minDigits), seq)
}

describe('a number template', () => {
  it('has texts and tokens', () => {
    assert.equal(number('{case.index}/{seq}', { 'case.index': '01-05' }, 123n), '01-05/123')
    assert.equal(number('{seq}-к', {}), '7-к')
    assert.equal(
      number('{yyyy}-{office.code}-{seq:0000}', { yyyy: '2026', 'office.code': 'MSK' }, 42n),
      '2026-MSK-0042',
    )
    assert.equal(number('{field:kind} {seq}', { 'field:kind': 'A' }), 'A 7')
  })

  it('pads the counter to the minimum length unless the token says how long it is', () => {
    assert.equal(number('{seq}', {}, 7n, 5), '00007')
    assert.equal(number('{seq:000}', {}, 7n, 5), '007')
    assert.equal(number('{seq:0}', {}, 12345n), '12345')
  })

  it('accepts {$__index}, the default of existing clients, as the counter', () => {
    assert.equal(number('{$__index}', {}, 9n, 3), '009')
  })

  it('leaves out a token without a value together with one separator beside it', () => {
    assert.equal(number('{case.index}/{seq}', {}), '7')
    assert.equal(number('{yyyy}-{office.code}-{seq}', { yyyy: '2026' }), '2026-7')
    assert.equal(number('{seq}/{field:kind}', {}), '7')
    assert.equal(number('{office.code}{case.index}/{seq}', {}), '7')
  })

  it('is refused with the place of each wrong token', () => {
    const problems = (text: string): string[] => readNumberTemplate(text).problems
    assert.deepEqual(problems('{case.indx}/{seq}'), [
      'the token "{case.indx}" is unknown; did you mean "case.index"? (character 1)',
    ])
    assert.deepEqual(problems('No {seq:12}'), [
      '"{seq:12}" must give the digits of the counter as 1 to 18 zeros, such as {seq:0000} (character 4)',
    ])
    assert.match(problems('{seq}-{field:}')[0]!, /must name a field .*character 7/)
    assert.match(problems('{yyyy:2}{seq}')[0]!, /takes nothing after a colon/)
    assert.deepEqual(problems('{seq} {'), ['a token is not closed (character 7)'])
    assert.deepEqual(problems('{seq}}'), ['there is a "}" without "{" (character 6)'])
  })
})

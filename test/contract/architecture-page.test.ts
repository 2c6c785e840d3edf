import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type Step, walks } from './architecture-page.ts'

describe('the page about the architecture', () => {
  it('has three walks; each step contains its name, and an earlier step leads to it', () => {
    const found = walks()
    assert.equal(found.length, 3)
    for (const walk of found) {
      assert.ok(walk.length >= 6)
      for (const [index, step] of walk.entries()) {
        const text = readFileSync(step.file, 'utf8')
        assert.match(text, new RegExp(`\\b${step.name}\\b`), `${step.file} does not contain ${step.name}`)
        const earlier = walk.slice(0, index).map(({ file }) => readFileSync(file, 'utf8'))
        assert.ok(index === 0 || earlier.some((one) => leadsTo(one, step)), `nothing leads to ${step.file}`)
      }
    }
  })
})

/** Returns whether a file names what the next step does, or the module in which it does it. */
function leadsTo(text: string, { file, name }: Step): boolean {
  return new RegExp(`\\b${name}\\b`).test(text) || text.includes(`/${file.split('/').at(-1)}'`)
}

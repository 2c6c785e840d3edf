import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { compileDecisions } from '../../src/process/decisions/index.ts'
import { publish } from '../../src/process/templates/templates.fixture.ts'
import { assertDone, assertRefused } from '../everything.ts'
import { useServer } from '../shared-server.ts'

const folder = new URL('../../docs/', import.meta.url)
const server = useServer()

/** The complete XML files on the pages: blocks with `<definitions>`. */
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => {
    const blocks = [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^```xml\n([\s\S]*?)^```$/gm)]
    return blocks.map(([, xml]) => ({ name, xml: xml! })).filter(({ xml }) => /<(\w+:)?definitions\b/.test(xml))
  })

describe('the complete XML examples of the pages', () => {
  it('are found', () => {
    assert.ok(examples.length >= 2, String(examples.length))
  })

  for (const [index, { name, xml }] of examples.entries())
    it(`${name} (${index + 1}) can be published`, async () => {
      if (xml.includes('/spec/DMN/')) {
        assert.ok(compileDecisions(Buffer.from(xml)))
        return
      }
      assertDone(await publish(server.call, `ref.example${index}`, xml))
      const damaged = xml.replace('</definitions>', '')
      assertRefused(await publish(server.call, `ref.example${index}`, damaged), 400, 'process.invalid', /line \d+/)
    })
})

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ModelRefused } from '../../foundation/kit/xml/model-problems.ts'
import { compileProcesses } from '../index.ts'
import { processLanguage } from './language/process-language.ts'
import { compileTemplates } from './templates/compile-template.ts'

const folder = fileURLToPath(new URL('../../../shared/data/bpmn-models', import.meta.url))
const page = readFileSync(new URL('../../../docs/bpmn-models.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| ([A-C][\d.]+) \| (compiled|refused) \| (.*) \|$/gm)]
const skip = existsSync(folder) ? false : 'the reference models are not present'

describe('the reference models', { skip }, () => {
  it('are all listed in the table', () => {
    assert.deepEqual(
      rows.map(([, model]) => `${model}.bpmn`),
      readdirSync(folder)
        .filter((name) => name.endsWith('.bpmn'))
        .sort(),
    )
  })
  for (const [, model, result, text] of rows) {
    it(`${model} is ${result}`, async () => {
      const bytes = readFileSync(join(folder, `${model}.bpmn`))
      if (result === 'refused') {
        await assert.rejects(compileProcesses(bytes, processLanguage), (error) => {
          assert.ok(error instanceof ModelRefused)
          const xml = bytes.toString('latin1')
          for (const { elementId, message } of error.problems)
            assert.ok(elementId !== undefined && xml.includes(`"${elementId}"`), message)
          return true
        })
      } else {
        const { templates } = await compileTemplates(bytes, 'model')
        const programs = templates.map(({ program }) => program)
        const counts = programs.map(({ nodes }) => nodes.length).join(' and ')
        assert.equal(`${programs.length} process${programs.length > 1 ? 'es' : ''} with ${counts} elements`, text)
      }
    })
  }
})

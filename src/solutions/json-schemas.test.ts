// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { kinds } from '../platform/kinds.ts'
import { jsonSchemas } from './json-schemas.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('published JSON Schemas', () => {
  it('are equal to the committed files; `node scripts/write-schemas.ts` writes them', async () => {
    for (const [name, text] of jsonSchemas(kinds)) {
      assert.deepEqual(JSON.parse(await readFile(join(root, 'schemas', name), 'utf8')), JSON.parse(text), name)
    }
    const names = [...jsonSchemas(kinds).keys(), 'process-test.schema.json']
    assert.deepEqual((await readdir(join(root, 'schemas'))).sort(), names.sort())
  })

  it('match every file of the sample solution, and each file names its schema for editors', async () => {
    const folder = join(root, 'solutions/office')
    const all = await readdir(folder, { recursive: true })
    const files = all.filter((file) => file.endsWith('.yaml') && !file.startsWith('data/'))
    assert.equal(files.length, 52)
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8')
      const [, schemaPath] = /^# yaml-language-server: \$schema=(.*)$/m.exec(text) ?? []
      const schema = JSON.parse(await readFile(join(dirname(join(folder, file)), schemaPath!), 'utf8'))
      const validate = new Ajv({ strict: false }).compile(schema)
      assert.ok(validate(parse(text)), `${file}: ${JSON.stringify(validate.errors)}`)
    }
  })

  it('refuse a field of an unknown type and an unknown key', () => {
    const validate = new Ajv({ strict: false }).compile(JSON.parse(jsonSchemas(kinds).get('application.schema.json')!))
    assert.ok(validate({ name: 'A', fields: [{ code: 'a', type: 'string' }] }))
    assert.ok(!validate({ name: 'A', fields: [{ code: 'a', type: 'strng' }] }))
    assert.ok(!validate({ name: 'A', felds: [] }))
  })
})

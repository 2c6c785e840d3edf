import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** Parts whose question is asked by an icon or by a button of another file. */
const withoutButton = ['designer/fields/field-editor.tsx', 'elements/list/saved-views.tsx']

it('a button that leads to a dangerous question has the colour of danger', () => {
  const asking = globSync('**/*.tsx', { cwd: folder }).filter((path) => {
    const text = readFileSync(`${folder}/${path}`, 'utf8')
    return /await confirm\(/.test(text) && /isDanger: true/.test(text) && !/data-danger/.test(text)
  })
  assert.deepEqual(asking.toSorted(), withoutButton)
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import type { Translate } from '../i18n/index.tsx'
import { translator } from '../i18n/texts.ts'
import { newTitle } from './element-words.ts'

const elements = JSON.parse(readFileSync(new URL('../../../texts/en/elements.json', import.meta.url), 'utf8'))
const t = translator('en', { elements }) as Translate

it('a new element has the name for one element, and no plural where the application has only its own name', () => {
  assert.equal(newTitle({ name: 'Visits', elementName: 'Visit' }, t), 'New Visit')
  assert.equal(newTitle({ name: 'Visits', elementName: 'Visits' }, t), 'New: Visits')
})

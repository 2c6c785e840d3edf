import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { actionTypes } from './extension-schema.ts'

it('the modeler offers every action of the server', () => {
  const source = new URL('../../../../src/process/engine/elements/common/activity-work.ts', import.meta.url)
  const kinds = /const waitKinds[^{]*\{(.*?)\n\}/s.exec(readFileSync(source, 'utf8'))![1]!
  const served = [...kinds.matchAll(/^ {2}'?([\w.]+)'?: /gm)].map((match) => match[1]!)
  assert.deepEqual(actionTypes.toSorted(), served.toSorted())
})

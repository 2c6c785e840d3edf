import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { incidentKinds } from './incident-kinds.ts'

it('the console has a name and an advice for every kind of incident of the server', async () => {
  const source = await readFile(new URL('../../../../src/process/engine/advance/effects.ts', import.meta.url), 'utf8')
  const [, union = ''] = /export type IncidentKind =([\s\S]*?)\n\n/.exec(source) ?? []
  const kinds = [...union.matchAll(/'(\w+)'/g)].map(([, kind]) => kind)
  assert.deepEqual(kinds.sort(), [...incidentKinds].sort())
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bpmn, end, flows, start, user } from '../process.fixture.ts'
import { compareModels } from './difference.ts'

const lanes = (clerks: readonly string[], managers: readonly string[]): string => {
  const lane = (id: string, nodes: readonly string[]) =>
    `<lane id="${id}">${nodes.map((node) => `<flowNodeRef>${node}</flowNodeRef>`).join('')}</lane>`
  return `<laneSet id="all">${lane('clerks', clerks)}${lane('managers', managers)}</laneSet>`
}
const model = (laneSet: string, tasks = ['check']): Uint8Array =>
  new TextEncoder().encode(
    bpmn([laneSet, start(), ...tasks.map((id) => user(id)), end(), flows(['s', ...tasks, 'e'].join(' > '))]),
  )

it('a task that is moved to another lane is changed', async () => {
  const difference = await compareModels(model(lanes(['check'], [])), model(lanes([], ['check'])))
  assert.deepEqual(difference, { added: [], removed: [], changed: [{ elementId: 'check', properties: ['lanes'] }] })
})

it('a lane with another order of its nodes or with a new task is not changed', async () => {
  const [before, after] = [lanes(['s', 'check'], []), lanes(['check', 's', 'fresh'], [])]
  const { added, changed } = await compareModels(model(before), model(after, ['check', 'fresh']))
  assert.deepEqual([added, changed], [['fresh', 'check-fresh', 'fresh-e'], []])
})

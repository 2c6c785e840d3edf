import assert from 'node:assert/strict'
import { bpmn, catalog, compile, end, flows, gateway, Play, start, user } from '../../engine/process.fixture.ts'
import { type Moved, type MoveRefused, moveState } from './move-state.ts'
import type { Mapping } from './version-map.ts'

/**
 * Returns the declarations of variables, such as `amount:decimal`, `names:string[]`, or `reason:string!` for a required
 * variable.
 */
export function declared(...variables: readonly string[]): string {
  const elements = variables.map((text) => {
    const [, name, type, array, required] = /^(\w+):(\w+)(\[\])?(!)?$/.exec(text)!
    return `<chancery:variable name="${name}" type="${type}" array="${array !== undefined}" required="${required !== undefined}"/>`
  })
  return `<extensionElements>${elements.join('')}</extensionElements>`
}

/** Returns a process with these user tasks, one after another. */
export const line = (...ids: readonly string[]): string[] => [
  start(),
  ...ids.map((id) => user(id)),
  end(),
  flows(`s > ${ids.join(' > ')} > e`),
]

/** Returns a process with joined branches of user tasks. */
export const fork = (kind: 'parallel' | 'inclusive', ...branches: readonly (readonly string[])[]): string[] => [
  start(),
  gateway('parallel', 'fork'),
  ...branches.flat().map((id) => user(id)),
  gateway(kind, 'join'),
  user('after'),
  end(),
  flows('s > fork', 'join > after > e', ...branches.map((ids) => `fork > ${ids.join(' > ')} > join`)),
]

/** Moves an instance to a process with these elements. `play` is not changed. */
export async function move(
  play: Play,
  elements: readonly string[],
  mapping: Mapping = {},
): Promise<{ readonly result: Moved | MoveRefused; readonly next: Play }> {
  const [program] = await compile(bpmn(elements, catalog))
  const next = new Play(program!)
  let ids = 0
  const before = JSON.stringify(play.state)
  const environment = { now: play.now, newId: () => `m${play.effects.length}-${++ids}` }
  const result = moveState({ from: play.loaded, to: next.loaded, state: play.state!, mapping, environment })
  assert.equal(JSON.stringify(play.state), before, 'the input stays as it is')
  return { result, next }
}

/** Moves an instance, asserts that the move succeeds, and returns the instance in the new version. */
export async function moved(
  play: Play,
  elements: readonly string[],
  mapping: Mapping = {},
): Promise<{ readonly next: Play; readonly result: Moved }> {
  const { result, next } = await move(play, elements, mapping)
  if ('refused' in result) assert.fail(JSON.stringify(result.refused))
  next.follow(play, result)
  if (result.needsResume) next.send({ type: 'resume' })
  return { next, result }
}

/** Returns the reasons against a move, as `CODE element tokens`. */
export async function refusals(
  play: Play,
  elements: readonly string[],
  mapping: Mapping = {},
): Promise<readonly string[]> {
  const { result } = await move(play, elements, mapping)
  assert.ok('refused' in result, 'the move is refused')
  assert.ok(result.refused.every(({ message }) => message.length > 10))
  return result.refused.map(({ code, element, tokens }) => `${code} ${element} ${tokens}`)
}

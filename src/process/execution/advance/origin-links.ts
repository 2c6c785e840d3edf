import {
  closureOf,
  errorMessage,
  everyVariable,
  flowsOf,
  linksTo,
  namesIn,
  type OriginLink,
} from '../../definition/index.ts'
import type { ProgramNode, State, Stimulus } from '../../engine/index.ts'
import type { Instance } from '../instance.ts'

/**
 * Returns the links that an advance makes: from the calling instance when a called instance starts, and to the calling
 * instance when the called one ends. `before` is the instance before the advance.
 */
export function linksOfAdvance(
  before: Omit<Instance, 'state'> & { readonly state?: State },
  stimulus: Stimulus,
  instances: ReadonlyMap<string, Instance>,
): OriginLink[] {
  const { facts, state } = before
  const parent = facts.parent === undefined ? undefined : instances.get(facts.parent)
  if (stimulus.type === 'start') return parent === undefined ? [] : linksOfCall(parent, before)
  if (state === undefined || (stimulus.type !== 'complete' && stimulus.type !== 'throwError')) return []
  if (state.waits.find(({ id }) => id === stimulus.wait)?.kind !== 'child') return []
  return linksOfResult({ ...before, state }, stimulus)
}

/** Returns the links from the variables of a calling instance to those of the instance that it starts. */
function linksOfCall(parent: Instance, child: Pick<Instance, 'facts' | 'version'>): OriginLink[] {
  const node = callNode(parent, child.facts.id)
  if (node === undefined) return []
  const { program } = parent.version.loaded
  const given = node.inputs.map(({ name, value }) => ({ sources: namesIn(program.expressions[value]!), name }))
  return linksTo(child.version.loaded.program, { from: parent.facts.id, to: child.facts.id }, given)
}

/**
 * Returns the links from the results of a called instance to the variables of the calling instance. An error is caught
 * by an event at the call, or by one of the scopes around it; all events of the process that catch errors count. The
 * message of an error can quote any variable of the called instance.
 */
function linksOfResult(
  parent: Instance,
  stimulus: Extract<Stimulus, { type: 'complete' | 'throwError' }>,
): OriginLink[] {
  const { wait: from, variables = {} } = stimulus
  const node = callNode(parent, from)
  if (node === undefined) return []
  const { program } = parent.version.loaded
  const catchers = stimulus.type === 'complete' ? [node] : program.nodes.filter(({ event }) => event?.type === 'error')
  const mapped = catchers.flatMap(({ outputs }) =>
    outputs.map(({ name, value }) => ({ sources: namesIn(program.expressions[value]!), name })),
  )
  const unmapped = catchers.every(({ outputs }) => outputs.length > 0)
    ? []
    : Object.keys(variables).map((name) => ({ sources: [name], name }))
  const quoted = stimulus.type === 'complete' ? [] : [{ sources: [everyVariable], name: errorMessage }]
  return linksTo(program, { from, to: parent.facts.id }, [...mapped, ...unmapped, ...quoted])
}

/** Returns the links inside an instance that has moved to another version, whose values may flow in other ways. */
export function linksOfMove({ facts: { id }, version }: Instance): OriginLink[] {
  const flows = flowsOf(version.loaded.program)
  return [...flows.keys()].flatMap((source) =>
    [...closureOf(flows, source)]
      .filter((target) => target !== source)
      .map((target) => ({ from: id, source, to: id, target })),
  )
}

function callNode({ version, state }: Instance, wait: string): ProgramNode | undefined {
  const open = state.waits.find(({ id }) => id === wait)
  return open && version.loaded.program.nodes[open.at]
}

/**
 * Returns links of the advances of one commit, with those that lead over several instances: an instance can be started,
 * start another one and end in the same commit, whose statement reads no rows that it writes.
 */
export function joinedLinks(links: readonly OriginLink[]): OriginLink[] {
  const key = ({ from, source, to, target }: OriginLink): string => [from, source, to, target].join(' ')
  const all = new Map(links.map((link) => [key(link), link]))
  // A map is iterated in the order of insertion, including what is added meanwhile.
  for (const first of all.values())
    for (const next of links) {
      if (first.to !== next.from || (next.source !== first.target && next.source !== everyVariable)) continue
      const joined = { from: first.from, source: first.source, to: next.to, target: next.target }
      if (!all.has(key(joined))) all.set(key(joined), joined)
    }
  return [...all.values()]
}

import type { FlowIndex, NodeIndex, Program, ProgramNode, ScopeIndex } from '../model/index.ts'

/** Ids of elements or flows of the old version, and what they are called in the new one. */
export type Mapping = Readonly<Record<string, string>>

/** Finds the elements of one version in another: those that a mapping names, and for the others the same id. */
export class VersionMap {
  readonly from: Program
  readonly to: Program
  readonly mapping: Mapping
  readonly #nodes: readonly (NodeIndex | undefined)[]
  readonly #flows: readonly (FlowIndex | undefined)[]
  readonly #sources: ReadonlyMap<NodeIndex, readonly NodeIndex[]>
  readonly #knownFlows: ReadonlySet<FlowIndex | undefined>

  constructor(from: Program, to: Program, mapping: Mapping) {
    this.from = from
    this.to = to
    this.mapping = mapping
    this.#nodes = indexesOf(from.nodes, to.nodes, mapping)
    this.#flows = indexesOf(from.flows, to.flows, mapping)
    this.#sources = Map.groupBy(this.#nodes.keys(), (node) => this.#nodes[node] ?? -1)
    this.#knownFlows = new Set(from.flows.map((_, flow) => this.flow(flow)))
  }

  /** Entries of the mapping for elements of the old version whose target does not exist. */
  get unknownTargets(): readonly { readonly source: string; readonly target: string }[] {
    const { from, to } = this
    return Object.entries(this.mapping)
      .filter(([source, target]) =>
        [[from.nodes, to.nodes] as const, [from.flows, to.flows] as const].some(
          ([old, now]) => old.some(({ id }) => id === source) && !now.some(({ id }) => id === target),
        ),
      )
      .map(([source, target]) => ({ source, target }))
  }

  /** Targets that the mapping names for several elements of the old version. */
  get namedTwice(): readonly string[] {
    const known = new Set([...this.from.nodes, ...this.from.flows].map(({ id }) => id))
    const targets = Object.entries(this.mapping).flatMap(([source, target]) => (known.has(source) ? [target] : []))
    return [...new Set(targets.filter((target, index) => targets.indexOf(target) !== index))]
  }

  /** Whether the new version can undo completed activities at all. */
  get compensates(): boolean {
    return this.to.nodes.some(({ kind, event }) => kind !== 'boundaryEvent' && isUndoing(event?.type))
  }

  /** Whether the mapping names an element of the old version. */
  isNamed(node: NodeIndex): boolean {
    return Object.hasOwn(this.mapping, this.from.nodes[node]!.id)
  }

  /** Whether the element has another id in the new version. */
  isRenamed(node: NodeIndex): boolean {
    const target = this.node(node)
    return target !== undefined && this.to.nodes[target]!.id !== this.from.nodes[node]!.id
  }

  /** The elements of the old version that have another id in the new one. */
  get renamed(): readonly { readonly from: string; readonly to: string }[] {
    return this.from.nodes.flatMap(({ id }, node) =>
      this.isRenamed(node) ? [{ from: id, to: this.to.nodes[this.node(node)!]!.id }] : [],
    )
  }

  node(node: NodeIndex): NodeIndex | undefined {
    return this.#nodes[node]
  }

  /** Returns the flow that a flow has become, which ends at the same element. */
  flow(flow: FlowIndex): FlowIndex | undefined {
    const found = this.#flows[flow]
    const target = this.node(this.from.flows[flow]!.target)
    return found !== undefined && this.to.flows[found]!.target === target ? found : undefined
  }

  scope(scope: ScopeIndex): ScopeIndex | undefined {
    const { owner } = this.from.scopes[scope]!
    if (owner === undefined) return 0
    const target = this.node(owner)
    return target === undefined ? undefined : this.to.nodes[target]!.body
  }

  /** Returns the elements of the old version that become an element of the new one. */
  sourcesOf(node: NodeIndex): readonly NodeIndex[] {
    return this.#sources.get(node) ?? []
  }

  /** Whether no flow of the old version has become this flow. */
  isNewFlow(flow: FlowIndex): boolean {
    return !this.#knownFlows.has(flow)
  }
}

const isUndoing = (type: string | undefined): boolean => type === 'compensation' || type === 'cancel'

function indexesOf(
  from: readonly { readonly id: string }[],
  to: readonly { readonly id: string }[],
  mapping: Mapping,
): (number | undefined)[] {
  const byId = new Map(to.map(({ id }, index) => [id, index]))
  return from.map(({ id }) => byId.get(Object.hasOwn(mapping, id) ? mapping[id]! : id))
}

/** Returns in which respect two elements differ in type; undefined when they have the same type. */
export function typeDifference(from: ProgramNode, to: ProgramNode): string | undefined {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['type', from.kind, to.kind],
    ['event', from.event?.type, to.event?.type],
    ['event sub-process', from.isEventSubProcess ?? false, to.isEventSubProcess ?? false],
    ['isForCompensation', from.isForCompensation ?? false, to.isForCompensation ?? false],
    ['type of task', from.settings.type, to.settings.type],
    ['action', from.settings.action, to.settings.action],
  ]
  const different = pairs.find(([, before, after]) => before !== after)
  return different && `${different[0]}: ${different[1] ?? 'none'} has become ${different[2] ?? 'none'}`
}

/** Returns how the loops of two activities differ, so that a running loop could not continue. */
export function loopDifference({ loop: from }: ProgramNode, { loop: to }: ProgramNode): string | undefined {
  if (from?.type !== to?.type) return `the loop "${from?.type ?? 'none'}" has become "${to?.type ?? 'none'}"`
  if (from === undefined || to === undefined || from.type === 'standard' || to.type === 'standard') return undefined
  return (from.collection === undefined) === (to.collection === undefined)
    ? undefined
    : 'the loop has changed between a collection and a number of instances'
}

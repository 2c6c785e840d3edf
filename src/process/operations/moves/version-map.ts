import type { FlowIndex, NodeIndex, Program, ProgramNode, ScopeIndex } from '../../engine/index.ts'

/** New ids of elements and flows, by their old ids. */
export type Mapping = Readonly<Record<string, string>>

/** Finds the corresponding elements of two versions: by the mapping, or else by the same id. */
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

  /** Returns the entries of the mapping whose target does not exist. */
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

  /** Returns the targets that the mapping gives to several elements of the old version. */
  get namedTwice(): readonly string[] {
    const known = new Set([...this.from.nodes, ...this.from.flows].map(({ id }) => id))
    const targets = Object.entries(this.mapping).flatMap(([source, target]) => (known.has(source) ? [target] : []))
    return [...new Set(targets.filter((target, index) => targets.indexOf(target) !== index))]
  }

  /** Returns whether the new version contains compensation. */
  get compensates(): boolean {
    return this.to.nodes.some(({ attachedTo, event }) => attachedTo === undefined && isUndoing(event?.type))
  }

  /** Returns whether the mapping names an element of the old version. */
  isNamed(node: NodeIndex): boolean {
    return Object.hasOwn(this.mapping, this.from.nodes[node]!.id)
  }

  /** Returns whether the element has another id in the new version. */
  isRenamed(node: NodeIndex): boolean {
    const target = this.node(node)
    return target !== undefined && this.to.nodes[target]!.id !== this.from.nodes[node]!.id
  }

  /** Returns the elements of the old version that have another id in the new version. */
  get renamed(): readonly { readonly from: string; readonly to: string }[] {
    return this.from.nodes.flatMap(({ id }, node) =>
      this.isRenamed(node) ? [{ from: id, to: this.to.nodes[this.node(node)!]!.id }] : [],
    )
  }

  node(node: NodeIndex): NodeIndex | undefined {
    return this.#nodes[node]
  }

  /** Returns the corresponding flow of the new version, which must lead to the corresponding element. */
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

  /** Returns the elements of the old version that correspond to an element of the new version. */
  sourcesOf(node: NodeIndex): readonly NodeIndex[] {
    return this.#sources.get(node) ?? []
  }

  /** Returns whether no flow of the old version corresponds to this flow. */
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

/** Returns the difference between the types of two elements; undefined when the types are equal. */
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

/**
 * Returns the difference between the loops of two activities that prevents a running loop from continuing; undefined if
 * there is none.
 */
export function loopDifference({ loop: from }: ProgramNode, { loop: to }: ProgramNode): string | undefined {
  if (from?.type !== to?.type) return `the loop "${from?.type ?? 'none'}" has become "${to?.type ?? 'none'}"`
  if (from === undefined || to === undefined || from.type === 'standard' || to.type === 'standard') return undefined
  return (from.collection === undefined) === (to.collection === undefined)
    ? undefined
    : 'the loop was changed between a collection and a number of instances'
}

import type { Edge, Graph } from './random-processes.fixture.ts'

interface Walker {
  readonly graph: Graph
  node: string
  readonly by: Edge | undefined
  readonly scope: number
  isMoving: boolean
}

/** A brute-force walk of tokens over a graph: slow, simple, and independent of the engine. */
export class TokenWalk {
  tokens: Walker[] = []
  values: Record<string, boolean> = {}
  readonly #owners = new Map<number, Walker>()
  #scopes = 0

  constructor(graph: Graph, values: Record<string, boolean>) {
    this.values = values
    this.#begin(graph)
    this.#walk()
  }

  /** Returns the waiting tasks, and the boundary events of tasks and sub-processes. */
  get waiting(): string[] {
    return this.tokens
      .flatMap(({ graph, node }) => {
        const type = graph.nodes.get(node)
        if (type !== 'task' && type !== 'sub') return []
        return [...(type === 'task' ? [node] : []), ...eventsOf(graph, node)]
      })
      .sort()
  }

  get positions(): string {
    return this.tokens
      .map(({ node }) => node)
      .sort()
      .join(' ')
  }

  /** Completes a task, or fires the boundary event of a task or a sub-process. */
  do(id: string, values: Record<string, boolean>): void {
    this.values = values
    const token = this.tokens.find(({ graph, node }) => node === id || graph.hosts.get(id) === node)!
    if (token.node === id) this.#go(token, this.#edgesFrom(token))
    else this.#catch(token, id)
    this.#walk()
  }

  /** Lets the boundary event of a token's activity occur. */
  #catch(host: Walker, event: string): void {
    if (host.graph.nodes.get(event) === 'notify') {
      const edges = host.graph.edges.filter(({ from }) => from === event)
      for (const by of edges)
        this.tokens.push({ graph: host.graph, node: by.to, by, scope: host.scope, isMoving: true })
      return
    }
    this.#cancelInside(host)
    host.node = event
    this.#go(host, this.#edgesFrom(host))
  }

  #cancelInside(host: Walker): void {
    for (const [scope, owner] of [...this.#owners]) {
      if (owner !== host) continue
      this.#owners.delete(scope)
      const inside = this.tokens.filter((token) => token.scope === scope)
      for (const token of inside) this.#cancelInside(token)
      this.tokens = this.tokens.filter((token) => !inside.includes(token))
    }
  }

  #begin(graph: Graph): number {
    const scope = this.#scopes++
    const first = [...graph.nodes].find(([, type]) => type === 'start')![0]
    this.tokens.push({ graph, node: first, by: undefined, scope, isMoving: true })
    return scope
  }

  #edgesFrom({ graph, node }: Walker): Edge[] {
    return graph.edges.filter(({ from }) => from === node)
  }

  #go(token: Walker, edges: readonly Edge[]): void {
    this.tokens = this.tokens.filter((other) => other !== token)
    for (const by of edges)
      this.tokens.push({ graph: token.graph, node: by.to, by, scope: token.scope, isMoving: true })
  }

  #walk(): void {
    for (;;) {
      const moving = this.tokens.find(({ isMoving }) => isMoving)
      if (moving !== undefined) this.#step(moving)
      else if (!this.#endScope() && !this.#fireOr()) return
    }
  }

  #step(token: Walker): void {
    token.isMoving = false
    const { graph, node } = token
    const type = graph.nodes.get(node)!
    const into = graph.edges.filter(({ to }) => to === node)
    if (type === 'start') this.#go(token, this.#edgesFrom(token))
    else if (type === 'end') this.#go(token, [])
    else if (type === 'throw') {
      const host = this.#owners.get(token.scope)!
      this.#catch(host, eventsOf(host.graph, host.node)[0]!)
      if (this.tokens.includes(token)) this.#go(token, this.#edgesFrom(token))
    } else if (type === 'sub') this.#owners.set(this.#begin(graph.bodies.get(node)!), token)
    else if (type === 'xor') this.#go(token, [this.#open(token)[0] ?? this.#default(token)])
    else if (type === 'and') {
      const here = into.map((edge) =>
        this.tokens.find(({ by, scope, isMoving }) => by === edge && scope === token.scope && !isMoving),
      )
      if (here.every((one) => one !== undefined)) this.#merge(here as Walker[], this.#edgesFrom(token))
    } else if (type === 'or') {
      if (into.length === 1) this.#fire([token])
    } else if (type !== 'task') throw new Error(`the walk does not know the type "${type}" of "${node}"`)
  }

  #open(token: Walker): Edge[] {
    return this.#edgesFrom(token).filter(
      ({ to, when }) =>
        to !== token.graph.defaults.get(token.node) && (when === undefined || this.values[when] === true),
    )
  }

  #default(token: Walker): Edge {
    return this.#edgesFrom(token).find(({ to }) => to === token.graph.defaults.get(token.node))!
  }

  #fire(tokens: readonly Walker[]): void {
    const open = this.#open(tokens[0]!)
    this.#merge(tokens, open.length > 0 ? open : [this.#default(tokens[0]!)])
  }

  #merge(tokens: readonly Walker[], edges: readonly Edge[]): void {
    for (const other of tokens.slice(1)) this.#go(other, [])
    this.#go(tokens[0]!, edges)
  }

  #endScope(): boolean {
    for (const [scope, owner] of this.#owners) {
      if (this.tokens.some((token) => token.scope === scope)) continue
      this.#owners.delete(scope)
      this.#go(owner, this.#edgesFrom(owner))
      return true
    }
    return false
  }

  #fireOr(): boolean {
    for (const token of this.tokens) {
      if (token.graph.nodes.get(token.node) !== 'or') continue
      const here = this.tokens.filter(({ node, scope }) => node === token.node && scope === token.scope)
      const perEdge = [...new Map(here.map((one) => [one.by, one])).values()]
      const empty = token.graph.edges.filter((edge) => edge.to === token.node && !perEdge.some(({ by }) => by === edge))
      const others = this.tokens.filter(({ node, scope }) => node !== token.node && scope === token.scope)
      const reaches = (other: Walker, edges: readonly (Edge | undefined)[]): boolean =>
        edges.some((edge) => edge !== undefined && canReach(token.graph, other.node, edge))
      const joins = (other: Walker): boolean => ['and', 'or'].includes(other.graph.nodes.get(other.node)!)
      const full = perEdge.map(({ by }) => by)
      if (others.some((other) => reaches(other, empty) && !(joins(other) && reaches(other, full)))) continue
      this.#fire(perEdge)
      return true
    }
    return false
  }
}

/** Returns the boundary events of a task or a sub-process. */
const eventsOf = ({ hosts }: Graph, node: string): string[] =>
  [...hosts].flatMap(([event, host]) => (host === node ? [event] : []))

/** Returns whether a token at a node can reach an edge without passing the node at its end. */
function canReach(graph: Graph, from: string, edge: Edge): boolean {
  const seen = new Set<string>()
  const visit = (node: string): boolean => {
    if (node === edge.to || seen.has(node)) return false
    seen.add(node)
    const events = eventsOf(graph, node)
    const next = graph.edges.filter((candidate) => candidate.from === node)
    return next.includes(edge) || next.some(({ to }) => visit(to)) || events.some(visit)
  }
  return visit(from)
}

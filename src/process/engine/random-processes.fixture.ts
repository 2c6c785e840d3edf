import {
  boundary,
  element,
  end,
  extensions,
  flows,
  gateway,
  message,
  start,
  sub,
  timer,
  user,
} from './process.fixture.ts'

/** Returns random numbers from 0 to below 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Type of a node. A `throw` sends a message to the boundary event of the sub-process around it: a `catch` interrupts
 * the sub-process, a `notify` does not.
 */
export type NodeType = 'start' | 'end' | 'task' | 'timer' | 'xor' | 'and' | 'or' | 'sub' | 'throw' | 'catch' | 'notify'
export interface Edge {
  readonly from: string
  readonly to: string
  /** Variable that opens the edge; absent for an edge without a condition. */
  readonly when?: string
}
export interface Graph {
  readonly nodes: Map<string, NodeType>
  readonly edges: Edge[]
  readonly defaults: Map<string, string>
  readonly bodies: Map<string, Graph>
  /** Tasks and sub-processes with a boundary event, by the event. */
  readonly hosts: Map<string, string>
  /** The sub-processes to which events send messages, by the throwing event. */
  readonly receivers: Map<string, string>
}

/** Generates a random sound process: blocks inside blocks, among them loops, sub-processes and boundary timers. */
export class Generator {
  readonly variables: string[] = []
  readonly #random: () => number
  readonly #sendsMessages: boolean
  #count = 0

  constructor(random: () => number, { sendsMessages = false } = {}) {
    this.#random = random
    this.#sendsMessages = sendsMessages
  }

  graph(depth: number): Graph {
    return this.#between((graph, first) => this.#block(graph, depth, first))
  }

  /** Returns a graph with a start, the nodes that `fill` appends, and an end. */
  #between(fill: (graph: Graph, first: string) => string): Graph {
    const graph: Graph = {
      ...{ nodes: new Map(), edges: [], defaults: new Map() },
      ...{ bodies: new Map(), hosts: new Map(), receivers: new Map() },
    }
    const last = fill(graph, this.#add(graph, 'start'))
    graph.edges.push({ from: last, to: this.#add(graph, 'end') })
    return graph
  }

  #add(graph: Graph, type: NodeType): string {
    const id = `${type}${++this.#count}`
    graph.nodes.set(id, type)
    return id
  }

  #variable(): string {
    const name = `v${this.variables.length}`
    this.variables.push(name)
    return name
  }

  #task(graph: Graph, from: string): string {
    const task = this.#add(graph, 'task')
    graph.edges.push({ from, to: task })
    return task
  }

  /** Appends a block after a node and returns the last node of the block. */
  #block(graph: Graph, depth: number, from: string): string {
    const kind = depth === 0 ? 0 : Math.floor(this.#random() * (this.#sendsMessages ? 10 : 9))
    if (kind <= 1) return this.#task(graph, from)
    if (kind === 2) return this.#block(graph, depth - 1, this.#block(graph, depth - 1, from))
    if (kind === 3) return this.#split(graph, depth, from, 'xor')
    if (kind === 4) return this.#split(graph, depth, from, 'and')
    if (kind <= 6) return this.#split(graph, depth, from, 'or')
    if (kind === 7) return this.#loop(graph, depth, from)
    if (kind === 9) return this.#sendingSubProcess(graph, depth, from)
    return this.#random() < 0.5 ? this.#subProcess(graph, depth, from) : this.#timed(graph, from)
  }

  #split(graph: Graph, depth: number, from: string, type: 'xor' | 'and' | 'or'): string {
    const [split, join] = [this.#add(graph, type), this.#add(graph, type)]
    graph.edges.push({ from, to: split })
    const branches = 2 + Math.floor(this.#random() * 2)
    for (let branch = 0; branch < branches; branch++) {
      const isDefault = type !== 'and' && branch === branches - 1
      const at = graph.edges.length
      const last = this.#block(graph, depth - 1, split)
      const entry = graph.edges[at]!
      if (isDefault) graph.defaults.set(split, entry.to)
      else if (type !== 'and') graph.edges[at] = { ...entry, when: this.#variable() }
      graph.edges.push({ from: last, to: join })
    }
    return join
  }

  #loop(graph: Graph, depth: number, from: string): string {
    const [merge, choice] = [this.#add(graph, 'xor'), this.#add(graph, 'xor')]
    graph.edges.push({ from, to: merge })
    const last = this.#task(graph, this.#block(graph, depth - 1, merge))
    graph.edges.push({ from: last, to: choice }, { from: choice, to: merge, when: this.#variable() })
    const exit = this.#add(graph, 'task')
    graph.edges.push({ from: choice, to: exit })
    graph.defaults.set(choice, exit)
    return exit
  }

  #subProcess(graph: Graph, depth: number, from: string): string {
    const id = this.#add(graph, 'sub')
    graph.edges.push({ from, to: id })
    graph.bodies.set(id, this.graph(depth - 1))
    return id
  }

  /** Appends a sub-process that sends a message to its own boundary event, perhaps right before it ends. */
  #sendingSubProcess(graph: Graph, depth: number, from: string): string {
    const id = this.#add(graph, 'sub')
    graph.edges.push({ from, to: id })
    const body = this.#between((inner, first) => {
      if (this.#random() < 0.5) {
        const sent = this.#throw(inner, this.#block(inner, depth - 1, first), id)
        return this.#random() < 0.5 ? sent : this.#task(inner, sent)
      }
      const [split, join] = [this.#add(inner, 'and'), this.#add(inner, 'and')]
      inner.edges.push({ from: first, to: split })
      const sent = this.#throw(inner, this.#random() < 0.5 ? split : this.#task(inner, split), id)
      inner.edges.push({ from: this.#block(inner, depth - 1, split), to: join }, { from: sent, to: join })
      return join
    })
    graph.bodies.set(id, body)
    const isInterrupting = this.#random() < 0.5
    const event = this.#add(graph, isInterrupting ? 'catch' : 'notify')
    graph.hosts.set(event, id)
    const [next, afterEvent] = [this.#add(graph, isInterrupting ? 'xor' : 'task'), this.#task(graph, event)]
    graph.edges.push({ from: id, to: next })
    graph.edges.push({ from: afterEvent, to: isInterrupting ? next : this.#add(graph, 'end') })
    return next
  }

  #throw(graph: Graph, from: string, receiver: string): string {
    const id = this.#add(graph, 'throw')
    graph.edges.push({ from, to: id })
    graph.receivers.set(id, receiver)
    return id
  }

  #timed(graph: Graph, from: string): string {
    const task = this.#task(graph, from)
    const [event, merge] = [this.#add(graph, 'timer'), this.#add(graph, 'xor')]
    graph.hosts.set(event, task)
    graph.edges.push({ from: task, to: merge })
    graph.edges.push({ from: this.#task(graph, event), to: merge })
    return merge
  }
}

/** Writes a graph as BPMN elements. */
export function elementsOf(graph: Graph): string[] {
  const gateways = { xor: 'exclusive', and: 'parallel', or: 'inclusive' } as const
  const nodes = [...graph.nodes].map(([id, type]) => {
    if (type === 'start') return start(id)
    if (type === 'end') return end(id)
    if (type === 'task') return user(id)
    if (type === 'timer') return boundary(id, graph.hosts.get(id)!, timer('PT1H'))
    if (type === 'throw') return element('intermediateThrowEvent', id, keyed(graph.receivers.get(id)!))
    if (type === 'catch' || type === 'notify')
      return boundary(id, graph.hosts.get(id)!, keyed(graph.hosts.get(id)!), type === 'catch')
    if (type === 'sub') return sub(id, elementsOf(graph.bodies.get(id)!))
    const target = graph.defaults.get(id)
    return gateway(gateways[type], id, target === undefined ? '' : `default="${id}-${target}"`)
  })
  return [
    ...nodes,
    ...graph.edges.map(({ from, to, when }) =>
      flows(`${from} > ${to}${when === undefined ? '' : ` [${when} = true]`}`),
    ),
  ]
}

/** Writes a message event whose correlation key is the id of a sub-process. */
const keyed = (receiver: string): string =>
  `${extensions(`<chancery:message key="&quot;${receiver}&quot;"/>`)}${message}`

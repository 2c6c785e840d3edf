import type { Edge, Graph } from '../../engine/random-processes.fixture.ts'

/** Changes a random process at random places and keeps it sound. Records the changed ids. */
export class Mutator {
  readonly mapping: Record<string, string> = {}
  readonly #random: () => number
  #count = 0

  constructor(random: () => number) {
    this.#random = random
  }

  /** Returns a changed copy of a process. */
  mutate(graph: Graph, times: number): Graph {
    const copy = structuredClone(graph)
    for (let done = 0; done < times; done++) {
      const graphs = allGraphs(copy)
      this.#change(graphs[this.#below(graphs.length)]!)
    }
    return copy
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #change(graph: Graph): void {
    const changes = [
      this.#rename,
      this.#insert,
      this.#remove,
      this.#wrap,
      this.#fork,
      this.#addBranch,
      this.#removeBranch,
    ]
    changes[this.#below(changes.length)]!.call(this, graph)
  }

  #add(graph: Graph, type: 'task' | 'and' | 'sub'): string {
    const id = `new_${type}${++this.#count}`
    graph.nodes.set(id, type)
    return id
  }

  /** Chooses a task without a timer. Returns undefined unless the task has one incoming and one outgoing flow. */
  #plainTask(graph: Graph): { task: string; into: Edge; out: Edge } | undefined {
    const hosts = new Set(graph.hosts.values())
    const tasks = [...graph.nodes].flatMap(([id, type]) => (type === 'task' && !hosts.has(id) ? [id] : []))
    const task = tasks[this.#below(tasks.length)]
    const into = graph.edges.filter(({ to }) => to === task)
    const out = graph.edges.filter(({ from }) => from === task)
    return task === undefined || into.length !== 1 || out.length !== 1
      ? undefined
      : { task, into: into[0]!, out: out[0]! }
  }

  #rename(graph: Graph): void {
    const found = this.#plainTask(graph)
    if (found === undefined) return
    const id = this.#add(graph, 'task')
    graph.nodes.delete(found.task)
    this.mapping[originOf(this.mapping, found.task)] = id
    redirect(graph, found.into, { ...found.into, to: id })
    redirect(graph, found.out, { ...found.out, from: id })
  }

  #insert(graph: Graph): void {
    const edge = graph.edges[this.#below(graph.edges.length)]!
    const id = this.#add(graph, 'task')
    redirect(graph, edge, { ...edge, to: id })
    graph.edges.push({ from: id, to: edge.to })
  }

  #remove(graph: Graph): void {
    const found = this.#plainTask(graph)
    if (found === undefined) return
    const { task, into, out } = found
    if (graph.edges.some(({ from, to }) => from === into.from && to === out.to)) return
    graph.nodes.delete(task)
    redirect(graph, into, { ...into, to: out.to })
    graph.edges.splice(graph.edges.indexOf(out), 1)
  }

  /** Puts a task into a sub-process. */
  #wrap(graph: Graph): void {
    const found = this.#plainTask(graph)
    if (found === undefined) return
    const { task, into, out } = found
    const id = this.#add(graph, 'sub')
    graph.nodes.delete(task)
    const [first, last] = [`start_${id}`, `end_${id}`]
    graph.bodies.set(id, {
      nodes: new Map([
        [first, 'start'],
        [task, 'task'],
        [last, 'end'],
      ]),
      edges: [
        { from: first, to: task },
        { from: task, to: last },
      ],
      defaults: new Map(),
      bodies: new Map(),
      hosts: new Map(),
      receivers: new Map(),
    })
    redirect(graph, into, { ...into, to: id })
    redirect(graph, out, { ...out, from: id })
  }

  /** Adds a task in parallel to a task. */
  #fork(graph: Graph): void {
    const found = this.#plainTask(graph)
    if (found === undefined) return
    const [split, join, other] = [this.#add(graph, 'and'), this.#add(graph, 'and'), this.#add(graph, 'task')]
    redirect(graph, found.into, { ...found.into, to: split })
    redirect(graph, found.out, { ...found.out, from: join })
    graph.edges.push({ from: split, to: found.task }, { from: found.task, to: join })
    graph.edges.push({ from: split, to: other }, { from: other, to: join })
  }

  /** Returns a task that is the only element of a branch between two parallel gateways. */
  #branch(graph: Graph): { task: string; into: Edge; out: Edge } | undefined {
    const found = this.#plainTask(graph)
    if (found === undefined) return undefined
    const isBetween = graph.nodes.get(found.into.from) === 'and' && graph.nodes.get(found.out.to) === 'and'
    return isBetween ? found : undefined
  }

  #addBranch(graph: Graph): void {
    const found = this.#branch(graph)
    if (found === undefined) return
    const other = this.#add(graph, 'task')
    graph.edges.push({ from: found.into.from, to: other }, { from: other, to: found.out.to })
  }

  #removeBranch(graph: Graph): void {
    const found = this.#branch(graph)
    if (found === undefined || graph.edges.filter(({ from }) => from === found.into.from).length < 3) return
    graph.nodes.delete(found.task)
    for (const edge of [found.into, found.out]) graph.edges.splice(graph.edges.indexOf(edge), 1)
  }
}

const allGraphs = (graph: Graph): Graph[] => [graph, ...[...graph.bodies.values()].flatMap(allGraphs)]

/** Returns the id that a task had before it was renamed. */
const originOf = (mapping: Readonly<Record<string, string>>, id: string): string =>
  Object.keys(mapping).find((from) => mapping[from] === id) ?? id

/** Replaces an edge. A default flow stays the default flow of its gateway. */
function redirect(graph: Graph, edge: Edge, changed: Edge): void {
  graph.edges[graph.edges.indexOf(edge)] = changed
  if (graph.defaults.get(edge.from) !== edge.to) return
  graph.defaults.delete(edge.from)
  graph.defaults.set(changed.from, changed.to)
}

import type { ModdleElement } from 'bpmn-moddle'
import { type ModelProblems, ModelRefused } from '../../../foundation/kit/xml/model-problems.ts'
import { checkStructure, mayBeFirst, placeOf } from './check-structure.ts'
import { collectElements, type FoundElements, type FoundNode } from './collect-elements.ts'
import { attribute, ElementContext } from './element-context.ts'
import type { ElementReader } from './element-reader.ts'
import { bodyOf, readEvent } from './events.ts'
import type { ExpressionLanguage } from './expression-language.ts'
import { ExpressionTable } from './expressions.ts'
import type { ForeignExtensions } from './foreign-extensions.ts'
import {
  isStart,
  type Program,
  type ProgramFlow,
  type ProgramNode,
  type ProgramScope,
  programFormat,
} from './program.ts'
import { reachOfJoin } from './reachability.ts'
import { type Lanes, readLanes } from './read-lanes.ts'
import { readLoop } from './read-loop.ts'
import { isTrue, readVariables } from './read-variables.ts'
import { modelLimits } from './xml/read-xml.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] }

/** Input that the processes of one file share. */
export interface CompileInput {
  readonly readers: ReadonlyMap<string, ElementReader>
  readonly language: ExpressionLanguage
  readonly problems: ModelProblems
  readonly foreign: ForeignExtensions
}

/**
 * Compiles one BPMN process. Problems are recorded; the program is usable only without problems. Throws ModelRefused
 * for a process that is too large.
 */
export function compileProcess(process: ModdleElement, pool: ModdleElement | undefined, input: CompileInput): Program {
  return new ProcessCompiler(process, input).compile(pool)
}

class ProcessCompiler {
  readonly #process: ModdleElement
  readonly #input: CompileInput
  readonly #expressions: ExpressionTable
  readonly #found: FoundElements
  readonly #indexOf: ReadonlyMap<string, number>
  readonly #nodes: Mutable<ProgramNode>[] = []
  readonly #flows: ProgramFlow[] = []

  constructor(process: ModdleElement, input: CompileInput) {
    this.#process = process
    this.#input = input
    this.#expressions = new ExpressionTable(input.language, input.problems)
    this.#found = collectElements(process, input.readers, input.problems)
    refuseTooLarge(process, this.#found)
    this.#indexOf = new Map(this.#found.nodes.map(({ element }, index) => [element.id ?? '', index]))
  }

  compile(pool: ModdleElement | undefined): Program {
    const lanes = readLanes(this.#process, this.#context)
    for (const found of this.#found.nodes) this.#nodes.push(this.#node(found, lanes))
    this.#connectFlows()
    this.#connectBoundaries()
    this.#connectLinks()
    const scopes = this.#found.scopes.map((_, index) => this.#scope(index))
    checkStructure({
      found: this.#found,
      nodes: this.#nodes,
      flows: this.#flows,
      scopes,
      lanes: lanes.lanes,
      problems: this.#input.problems,
    })
    const name = attribute(this.#process, 'name')
    const poolName = pool && (attribute(pool, 'name') ?? pool.id)
    return {
      format: programFormat,
      process: this.#process.id ?? '',
      ...(name !== undefined && { name }),
      ...(poolName !== undefined && { pool: poolName }),
      ...this.#processSettings(),
      nodes: this.#nodes as readonly ProgramNode[],
      flows: this.#flows,
      scopes,
      lanes: lanes.lanes,
      expressions: this.#expressions.texts,
    }
  }

  readonly #context = (element: ModdleElement, reader?: ElementReader): ElementContext => {
    this.#input.foreign.check(element)
    const throwsEvent = reader?.eventRole === 'throws'
    return new ElementContext(element, this.#expressions, this.#input.problems, { throwsEvent })
  }

  #reader(node: number): ElementReader {
    return this.#found.nodes[node]!.reader
  }

  readonly #nodeOf = (id: string): number | undefined => this.#indexOf.get(id)

  #processSettings(): Pick<Program, 'timeZone' | 'instanceName'> {
    const context = this.#context(this.#process)
    const settings = context.extension('Process')
    context.extensions('Variable')
    context.refuseUnused()
    const timeZone = settings && attribute(settings, 'timeZone')
    const name = settings && attribute(settings, 'name')
    return {
      ...(timeZone !== undefined && { timeZone }),
      ...(name !== undefined && { instanceName: context.expression(name, 'name of an instance') }),
    }
  }

  #node({ element, reader, scope, body }: FoundNode, { laneOf }: Lanes): Mutable<ProgramNode> {
    const context = this.#context(element, reader)
    const place = placeOf(this.#found, scope)
    const lane = this.#laneOf(element, laneOf)
    const name = attribute(element, 'name')
    const event = reader.events ? readEvent(context, reader.events(place), this.#nodeOf) : reader.ownEvent?.(context)
    const loop = reader.isActivity ? readLoop(context) : undefined
    const node: Mutable<ProgramNode> = {
      id: element.id ?? '',
      ...(name !== undefined && { name }),
      kind: reader.kind,
      scope,
      incoming: [],
      outgoing: [],
      boundary: [],
      ...(body !== undefined && { body }),
      ...(event !== undefined && { event }),
      ...(loop !== undefined && { loop }),
      ...(lane !== undefined && { lane }),
      ...(element.triggeredByEvent === true && { isEventSubProcess: true }),
      ...(reader.canInstantiate && element.instantiate === true && { isInstantiating: true }),
      ...(element.isForCompensation === true && { isForCompensation: true }),
      ...(isTrue(element.asyncBefore) && { isAsyncBefore: true }),
      ...interruption(element, place.isEventSubProcess),
      inputs: [...context.mappings('Input')],
      outputs: [...context.mappings('Output')],
      settings: reader.read?.(context) ?? {},
    }
    if (body !== undefined) context.extensions('Variable')
    context.refuseUnused()
    return node
  }

  #laneOf(element: ModdleElement, laneOf: ReadonlyMap<string, number>): number | undefined {
    for (let at: ModdleElement | undefined = element; at?.id !== undefined; at = at.$parent) {
      const lane = laneOf.get(at.id)
      if (lane !== undefined) return lane
    }
    return undefined
  }

  #connectFlows(): void {
    for (const { element, scope } of this.#found.flows) {
      const source = this.#endOf(element, 'sourceRef')
      const target = this.#endOf(element, 'targetRef')
      if (source === undefined || target === undefined) continue
      if (this.#nodes[source]!.scope !== scope || this.#nodes[target]!.scope !== scope) {
        this.#input.problems.add(element.id, 'a sequence flow cannot cross the border of a sub-process')
        continue
      }
      const name = attribute(element, 'name')
      const index =
        this.#flows.push({
          id: element.id ?? '',
          ...(name !== undefined && { name }),
          source,
          target,
          ...this.#condition(element),
        }) - 1
      this.#nodes[source]!.outgoing.push(index)
      this.#nodes[target]!.incoming.push(index)
    }
    this.#found.nodes.forEach(({ element }, index) => {
      const flow = element.default as ModdleElement | undefined
      const found = flow === undefined ? -1 : this.#flows.findIndex(({ id }) => id === flow.id)
      if (found >= 0) this.#nodes[index]!.defaultFlow = found
    })
  }

  /** Returns the node at an end of a flow. The problem of an unsupported node is already recorded. */
  #endOf(flow: ModdleElement, end: 'sourceRef' | 'targetRef'): number | undefined {
    const element = flow[end] as ModdleElement | undefined
    if (element === undefined) this.#input.problems.add(flow.id, `the sequence flow has no ${end}`)
    return element?.id === undefined ? undefined : this.#indexOf.get(element.id)
  }

  #condition(flow: ModdleElement): { condition?: number } {
    const expression = flow.conditionExpression as ModdleElement | undefined
    if (expression === undefined) return {}
    const language = expression.language
    if (typeof language === 'string' && !/feel/i.test(language)) {
      // The file is refused already. The flow is treated as if it had a condition, so that no second problem is
      // reported for it.
      return { condition: -1 }
    }
    return { condition: this.#context(flow).expression(bodyOf(expression), 'condition') }
  }

  #connectBoundaries(): void {
    for (const [index, { element }] of this.#found.nodes.entries()) {
      if (element.$type !== 'bpmn:BoundaryEvent') continue
      const host = (element.attachedToRef as ModdleElement | undefined)?.id
      const attachedTo = host === undefined ? undefined : this.#indexOf.get(host)
      if (attachedTo === undefined) {
        this.#input.problems.add(element.id, 'attachedToRef must name a supported activity')
        continue
      }
      this.#nodes[index]!.attachedTo = attachedTo
      this.#nodes[attachedTo]!.boundary.push(index)
      if (this.#nodes[index]!.event?.type === 'compensation') this.#connectHandler(element, attachedTo)
    }
  }

  /**
   * Stores which activity compensates an activity: the one to which an association leads from the compensation event.
   */
  #connectHandler(event: ModdleElement, activity: number): void {
    const handler = this.#found.associations
      .filter((association) => (association.sourceRef as ModdleElement | undefined)?.id === event.id)
      .map((association) => this.#indexOf.get((association.targetRef as ModdleElement | undefined)?.id ?? ''))
      .find((target) => target !== undefined && this.#nodes[target]!.isForCompensation)
    if (handler !== undefined) this.#nodes[activity]!.compensation = handler
    else {
      const message =
        'an association must lead from the compensation event to an activity with isForCompensation="true"'
      this.#input.problems.add(event.id, message)
    }
  }

  #connectLinks(): void {
    for (const [index, node] of this.#nodes.entries()) {
      if (node.event?.type !== 'link' || this.#reader(index).eventRole !== 'throws') continue
      const { name } = node.event
      const targets = this.#nodes.flatMap((other, target) =>
        this.#reader(target).eventRole === 'waits' &&
        other.scope === node.scope &&
        other.event?.type === 'link' &&
        other.event.name === name
          ? [target]
          : [],
      )
      if (targets.length !== 1)
        this.#input.problems.add(
          node.id,
          `the link "${name}" needs exactly one catching link event in the same scope; there are ${targets.length}`,
        )
      else this.#nodes[index]!.event = { type: 'link', name, target: targets[0]! }
    }
  }

  #scope(index: number): ProgramScope {
    const { element, parent, owner } = this.#found.scopes[index]!
    const nodes = this.#nodes.flatMap((node, at) => (node.scope === index ? [at] : []))
    const starts = nodes.filter((node) => isStart(this.#nodes[node]!) && this.#nodes[node]!.event === undefined)
    const hasStart = nodes.some((node) => isStart(this.#nodes[node]!))
    const first = nodes.filter((node) => this.#nodes[node]!.incoming.length === 0 && !mayBeFirst(this.#nodes[node]!))
    const bodies = nodes.filter((node) => this.#nodes[node]!.isEventSubProcess).map((node) => this.#nodes[node]!.body)
    return {
      ...(parent !== undefined && { parent }),
      ...(owner !== undefined && { owner }),
      nodes,
      entries: hasStart ? starts : first,
      eventStarts: this.#nodes.flatMap((node, at) =>
        this.#reader(at).eventRole === 'starts' && bodies.includes(node.scope) ? [at] : [],
      ),
      variables: readVariables(new ElementContext(element, this.#expressions, this.#input.problems)),
      reach: nodes
        .filter((node) => this.#reader(node).joins === 'what can arrive' && this.#nodes[node]!.incoming.length > 1)
        .map((node) => ({ node, from: reachOfJoin(node, this.#nodes, this.#flows) })),
    }
  }
}

/** Refuses a process that is too large to check in a short time. Throws ModelRefused. */
function refuseTooLarge({ id }: ModdleElement, { nodes, flows }: FoundElements): void {
  const { maxNodes, maxFlows } = modelLimits
  if (nodes.length <= maxNodes && flows.length <= maxFlows) return
  const message = `the process has ${nodes.length} elements and ${flows.length} flows; at most ${maxNodes} and ${maxFlows} are allowed`
  throw new ModelRefused([id === undefined ? { message } : { elementId: id, message }])
}

function interruption(element: ModdleElement, isEventSubProcess: boolean): { isInterrupting?: boolean } {
  if (element.$type === 'bpmn:BoundaryEvent') return { isInterrupting: element.cancelActivity !== false }
  if (element.$type === 'bpmn:StartEvent' && isEventSubProcess)
    return { isInterrupting: element.isInterrupting !== false }
  return {}
}

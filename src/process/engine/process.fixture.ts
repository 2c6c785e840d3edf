import assert from 'node:assert/strict'
import type {
  CompiledExpression,
  Effect,
  Environment,
  ExpressionLanguage,
  LoadedProgram,
  Program,
  State,
  Stimulus,
  Variables,
} from '../index.ts'
import { advance, compileProcesses, loadProgram } from '../index.ts'

/** A small expression language for tests: JavaScript with "=", "and" and "or". */
export const fixtureLanguage: ExpressionLanguage = { compile: compileFixture }

const compiled = new Map<string, CompiledExpression>()

function compileFixture(text: string): CompiledExpression {
  const known = compiled.get(text)
  if (known !== undefined) return known
  const script = text
    .replaceAll(/(?<![<>!=])=(?![=>])/g, '===')
    .replaceAll(/\band\b/g, '&&')
    .replaceAll(/\bor\b/g, '||')
  const bare = text.replaceAll(/"[^"]*"/g, '')
  const words = [...bare.matchAll(/(?<![.\w])[A-Za-z_]\w*/g)].map(([word]) => word)
  const references = [...new Set(words)].filter((word) => !['and', 'or', 'true', 'false', 'null'].includes(word))
  const run = new Function(...references, `return (${script})`)
  const result = { references, evaluate: (variables: Variables) => run(...references.map((name) => variables[name])) }
  compiled.set(text, result)
  return result
}

const names = [
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  'xmlns:chancery="urn:chancery:bpmn:1"',
]

/** Returns a BPMN file with one process `p` with these elements, and the definitions around the process. */
export const bpmn = (elements: readonly string[], around = ''): string =>
  `<definitions ${names.join(' ')} id="definitions" targetNamespace="t">${around}<process id="p">${elements.join('')}</process></definitions>`

/** Returns one element. `inside` is its content; `attributes` are written as in XML. */
export const element = (type: string, id: string, inside = '', attributes = ''): string =>
  `<${type} id="${id}" ${attributes}>${inside}</${type}>`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns flows written as `a > b > c` or `a > b [condition]`. Their ids are `a-b`. */
export function flows(...lines: readonly string[]): string {
  return lines
    .flatMap((line) => {
      const [, path, condition] = /^([^[]*)(?:\[(.*)\])?$/.exec(line)!
      const steps = path!.split('>').map((step) => step.trim())
      return steps.slice(1).map((target, index) => {
        const when =
          condition === undefined
            ? ''
            : `<conditionExpression xsi:type="tFormalExpression">${escaped(condition)}</conditionExpression>`
        return `<sequenceFlow id="${steps[index]}-${target}" sourceRef="${steps[index]}" targetRef="${target}">${when}</sequenceFlow>`
      })
    })
    .join('')
}

/** Returns the characteristics of a multi-instance activity. */
export const loop = (inside: string, attributes = ''): string =>
  `<multiInstanceLoopCharacteristics ${attributes}>${inside}</multiInstanceLoopCharacteristics>`

export const extensions = (inside: string): string => `<extensionElements>${inside}</extensionElements>`
export const start = (id = 's', inside = '', attributes = ''): string => element('startEvent', id, inside, attributes)
export const end = (id = 'e', inside = ''): string => element('endEvent', id, inside)
export const user = (id: string, inside = '', extra = '', attributes = ''): string =>
  element('userTask', id, `${extensions(`<chancery:performer type="initiator"/>${extra}`)}${inside}`, attributes)
export const address = '<chancery:setting name="url" text="https://crm.example.com/"/>'
export const service = (id: string, inside = '', extra = ''): string =>
  element(
    'serviceTask',
    id,
    `${extensions(`<chancery:action type="delegated" attempts="2"/>${address}${extra}`)}${inside}`,
  )
/** Returns a gateway of a type such as `exclusive` or `eventBased`. */
export const gateway = (type: string, id: string, attributes = ''): string =>
  element(`${type}Gateway`, id, '', attributes)
export const sub = (id: string, inside: readonly string[], attributes = ''): string =>
  element('subProcess', id, inside.join(''), attributes)
export const eventSub = (id: string, inside: readonly string[]): string => sub(id, inside, 'triggeredByEvent="true"')
export const boundary = (id: string, host: string, inside: string, isInterrupting = true): string =>
  element('boundaryEvent', id, inside, `attachedToRef="${host}" cancelActivity="${isInterrupting}"`)
export const timer = (text: string, kind = 'timeDuration'): string =>
  `<timerEventDefinition><${kind}>${text}</${kind}></timerEventDefinition>`
/**
 * From here to `condition`: event definitions. Some refer to messages, signals, errors and escalations in `catalog`.
 */
export const message = '<messageEventDefinition messageRef="message_paid"/>'
export const signal = '<signalEventDefinition signalRef="sig"/>'
export const errorOf = (code?: 'E1' | 'E2' | 'FAILED'): string =>
  code === undefined ? '<errorEventDefinition/>' : `<errorEventDefinition errorRef="${code}"/>`
export const escalation = '<escalationEventDefinition escalationRef="X1"/>'
export const condition = (text: string): string =>
  `<conditionalEventDefinition><condition xsi:type="tFormalExpression">${escaped(text)}</condition></conditionalEventDefinition>`
export const catalog =
  '<message id="message_paid" name="paid"/><signal id="sig" name="closed"/><error id="E1" errorCode="E1"/><error id="E2" errorCode="E2"/><error id="FAILED" errorCode="SYSTEM.FAILED"/><escalation id="X1" escalationCode="X1"/>'

export const compile = async (xml: string): Promise<readonly Program[]> =>
  compileProcesses(new TextEncoder().encode(xml), fixtureLanguage)

/** Plays an instance. Asserts after every stimulus that the history and the effects match the state. */
export class Play {
  readonly loaded: LoadedProgram
  readonly effects: Effect[] = []
  state: State | undefined
  now = new Date('2026-03-02T09:00:00Z')
  options: Partial<Environment> = {}
  #ids = 0

  constructor(program: Program, language: ExpressionLanguage = fixtureLanguage) {
    this.loaded = loadProgram(JSON.parse(JSON.stringify(program)), language)
  }

  /** Starts an instance of a process with these elements. */
  static async of(
    elements: readonly string[],
    variables: Variables = {},
    options: Partial<Environment> = {},
  ): Promise<Play> {
    const [program] = await compile(bpmn(elements, catalog))
    const play = new Play(program!)
    play.options = options
    play.send({ type: 'start', variables })
    return play
  }

  /** Takes over an instance of another play, with its state in the program of this play. */
  follow(other: Play, { state, effects }: { readonly state: State; readonly effects: readonly Effect[] }): void {
    this.now = other.now
    this.options = other.options
    this.#ids = other.#ids
    this.state = JSON.parse(JSON.stringify(state))
    this.effects.push(...other.effects, ...effects)
    this.#compareHistory()
  }

  send(stimulus: Stimulus): { outcome: string; effects: readonly Effect[] } {
    const ids = this.#ids
    const environment: Environment = { ...this.options, now: this.now, newId: () => `w${++this.#ids}` }
    const before = JSON.stringify(this.state)
    const input = { loaded: this.loaded, stimulus, environment, ...(this.state && { state: this.state }) }
    const first = advance(input)
    this.#ids = ids
    assert.deepEqual(advance(input), first, 'the same input gives the same result')
    assert.equal(JSON.stringify(this.state), before, 'the input stays as it is')
    this.state = JSON.parse(JSON.stringify(first.state))
    assert.deepEqual(this.state, first.state, 'the state is JSON')
    this.effects.push(...first.effects)
    this.#compareHistory()
    return first
  }

  #compareHistory(): void {
    const { nodes } = this.loaded.program
    const tokens = new Map<number, string>()
    const waits = new Set<string>()
    for (const effect of this.effects) {
      if (effect.type === 'history') {
        if (effect.event === 'entered' || effect.event === 'moved') tokens.set(effect.token, effect.element)
        else if (effect.event !== 'completed') tokens.delete(effect.token)
      }
      if (effect.type === 'waitOpened') waits.add(effect.wait)
      if (effect.type === 'waitClosed') assert.ok(waits.delete(effect.wait), 'a wait is closed once')
    }
    const expected = this.state!.tokens.map(({ id, at }) => [id, nodes[at]!.id] as const)
    assert.deepEqual([...tokens].sort(), expected.sort(), 'the history leads to the tokens of the state')
    assert.deepEqual(
      [...waits].sort(),
      this.state!.waits.map(({ id }) => id).sort(),
      'the effects lead to the waits of the state',
    )
    const scopes = new Set(this.state!.scopes.map(({ id }) => id))
    for (const token of this.state!.tokens) assert.ok(scopes.has(token.scope), 'each token is in a scope')
  }

  /** Returns the elements with open waits, sorted. */
  get waiting(): string {
    return this.state!.waits.map(({ at }) => this.loaded.program.nodes[at]!.id)
      .sort()
      .join(' ')
  }

  get tokens(): string {
    return this.state!.tokens.map(({ at }) => this.loaded.program.nodes[at]!.id)
      .sort()
      .join(' ')
  }

  get status(): string {
    return this.state!.status
  }

  get variables(): Variables {
    return this.state!.variables
  }

  get entered(): string {
    return this.effects
      .flatMap((effect) => (effect.type === 'history' && effect.event === 'entered' ? [effect.element] : []))
      .join(' ')
  }

  /** Returns the open incidents, as `KIND element`. */
  get incidents(): readonly string[] {
    const open = new Map<string, string>()
    for (const effect of this.effects) {
      if (effect.type === 'incidentOpened') open.set(effect.incident, `${effect.kind} ${effect.element}`)
      if (effect.type === 'incidentClosed') open.delete(effect.incident)
    }
    return [...open.values()]
  }

  get incident(): string {
    const opened = this.effects.findLast((effect) => effect.type === 'incidentOpened')
    assert.ok(opened !== undefined && opened.type === 'incidentOpened')
    return opened.incident
  }

  /** Returns the id of the first open wait of an element. */
  wait(id: string): string {
    const wait = this.state!.waits.find(({ at }) => this.loaded.program.nodes[at]!.id === id)
    assert.ok(wait !== undefined, `${id} does not wait; waiting: ${this.waiting}`)
    return wait.id
  }

  /** Completes the wait of an element. */
  do(id: string, variables?: Variables): this {
    assert.equal(
      this.send({ type: 'complete', wait: this.wait(id), ...(variables && { variables }) }).outcome,
      'advanced',
    )
    return this
  }

  /** Returns the newest wait that was opened for an element, with its details. */
  opened(id: string): Extract<Effect, { type: 'waitOpened' }> {
    const effect = this.effects.findLast((candidate) => candidate.type === 'waitOpened' && candidate.element === id)
    assert.ok(effect !== undefined && effect.type === 'waitOpened', `no wait was opened for ${id}`)
    return effect
  }
}

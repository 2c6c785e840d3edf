import type { ModdleElement } from 'bpmn-moddle'
import { cronProblem } from '../../../foundation/kit/time/cron.ts'
import { isSchedule, looksLikeDuration } from '../../../foundation/kit/time/schedule.ts'
import { attribute, type ElementContext } from './element-context.ts'
import type { EventDefinition, NodeIndex, TextOrExpression } from './program.ts'

type EventType = EventDefinition['type']
/** BPMN event types; the other event types are extension elements. */
type BpmnEventType = Exclude<EventType, 'elementEvent'>

const types: Readonly<Record<string, BpmnEventType>> = {
  'bpmn:TimerEventDefinition': 'timer',
  'bpmn:MessageEventDefinition': 'message',
  'bpmn:SignalEventDefinition': 'signal',
  'bpmn:ErrorEventDefinition': 'error',
  'bpmn:EscalationEventDefinition': 'escalation',
  'bpmn:ConditionalEventDefinition': 'condition',
  'bpmn:LinkEventDefinition': 'link',
  'bpmn:CompensateEventDefinition': 'compensation',
  'bpmn:TerminateEventDefinition': 'terminate',
  'bpmn:CancelEventDefinition': 'cancel',
}

/**
 * Reads the event definition of an event. Returns undefined for an event without an event definition, and for an
 * event definition that is wrong or not supported in this place. `allowed` are the supported types. `nodeOf` finds an
 * activity by its id.
 */
export function readEvent(
  context: ElementContext,
  allowed: readonly EventType[],
  nodeOf: (id: string) => NodeIndex | undefined,
): EventDefinition | undefined {
  const { element } = context
  const definitions = [
    ...((element.eventDefinitions as readonly ModdleElement[] | undefined) ?? []),
    ...((element.eventDefinitionRef as readonly ModdleElement[] | undefined) ?? []),
  ]
  if (definitions.length > 1) {
    context.refuse('an event must not have several event definitions; draw one event for each')
    return undefined
  }
  const definition = definitions[0]
  if (allowed.includes('elementEvent')) {
    const elementEvent = context.extension('ElementEvent')
    if (elementEvent !== undefined && definition !== undefined)
      context.refuse('an event definition and chancery:elementEvent cannot be combined; draw one start event for each')
    if (elementEvent !== undefined) return readElementEvent(context, elementEvent)
  }
  if (definition === undefined) return undefined
  const type = types[definition.$type]
  if (type === undefined || !allowed.includes(type)) {
    const name = definition.$type.replace('bpmn:', '')
    context.refuse(
      `${name} is not supported in this place; supported here: ${allowed.join(', ') || 'no event definition'}`,
    )
    return undefined
  }
  return readers[type](context, definition, nodeOf)
}

type Reader = (
  context: ElementContext,
  definition: ModdleElement,
  nodeOf: (id: string) => NodeIndex | undefined,
) => EventDefinition | undefined

const code =
  (type: 'error' | 'escalation'): Reader =>
  (context, definition) => {
    const reference = definition[`${type}Ref`] as ModdleElement | undefined
    const found = reference && (attribute(reference, `${type}Code`) ?? attribute(reference, 'name') ?? reference.id)
    if (found === undefined && context.throwsEvent)
      context.refuse(`${type}Ref is missing: the event must name the ${type} that it throws`)
    return found === undefined ? { type } : { type, code: found }
  }

const readers: Readonly<Record<BpmnEventType, Reader>> = {
  timer: readTimer,
  message: (context, definition) => readMessage(context, definition.messageRef as ModdleElement | undefined),
  signal: (context, definition) => {
    const signal = definition.signalRef as ModdleElement | undefined
    const name = signal && attribute(signal, 'name')
    if (name === undefined)
      return void context.refuse('the event must name its signal: signalRef or the name of the signal is missing')
    return { type: 'signal', name }
  },
  error: code('error'),
  escalation: code('escalation'),
  condition: (context, definition) => ({
    type: 'condition',
    condition: context.expression(bodyOf(definition.condition), 'condition'),
  }),
  link: (context, definition) => {
    const name = attribute(definition, 'name')
    if (name === undefined)
      return void context.refuse('the link event has no name, which pairs it with another link event')
    return { type: 'link', name }
  },
  compensation: (context, definition, nodeOf) => {
    const activity = definition.activityRef as ModdleElement | undefined
    if (definition.waitForCompletion === false)
      context.refuse('waitForCompletion="false" is not supported, because the event always waits for the compensation')
    const node = activity?.id === undefined ? undefined : nodeOf(activity.id)
    return node === undefined ? { type: 'compensation' } : { type: 'compensation', activity: node }
  },
  terminate: () => ({ type: 'terminate' }),
  cancel: () => ({ type: 'cancel' }),
}

const elementEvents = ['created', 'updated', 'statusChanged', 'deleted'] as const

/** Reads the element event that starts a process. */
function readElementEvent(context: ElementContext, extension: ModdleElement): EventDefinition | undefined {
  const app = attribute(extension, 'app')
  const event = elementEvents.find((one) => one === attribute(extension, 'event'))
  const condition = attribute(extension, 'condition')
  const variable = attribute(extension, 'variable')
  if (app === undefined || !/^\w+\.\w+$/.test(app))
    context.refuse('chancery:elementEvent: app must be the path of an application, such as docs.incoming')
  if (event === undefined) context.refuse(`chancery:elementEvent: event must be ${elementEvents.join(', ')}`)
  if (variable !== undefined) context.checkTarget(variable, 'chancery:elementEvent: variable')
  if (app === undefined || event === undefined) return undefined
  return {
    type: 'elementEvent',
    app,
    event,
    ...(condition !== undefined && {
      condition: context.expression(condition, 'condition of chancery:elementEvent', { readsOthers: true }),
    }),
    ...(variable !== undefined && { variable }),
  }
}

/** Reads the message of an event or a task, with its correlation key. */
export function readMessage(context: ElementContext, message: ModdleElement | undefined): EventDefinition | undefined {
  const name = message && attribute(message, 'name')
  const extension = context.extension('Message')
  const key = extension?.key
  if (name === undefined)
    return void context.refuse('the message is missing: messageRef must name a message that has a name')
  return {
    type: 'message',
    name,
    ...(typeof key === 'string' && { key: context.expression(key, 'correlation key') }),
    ...readTaken(context, extension?.variables),
  }
}

/** Reads the names of the variables that an event takes from a message; an empty text means that it takes none. */
function readTaken(context: ElementContext, names: unknown): { readonly variables?: readonly string[] } {
  if (typeof names !== 'string') return {}
  if (context.throwsEvent)
    context.refuse('chancery:message: only an event that receives a message can have the attribute variables')
  const variables = names.split(/[\s,]+/).filter((name) => name !== '')
  for (const name of variables) context.checkTarget(name, 'chancery:message: variables')
  return { variables }
}

function readTimer(context: ElementContext, definition: ModdleElement): EventDefinition | undefined {
  const given = (['date', 'duration', 'cycle'] as const).filter((kind) => definition[propertyOf[kind]] !== undefined)
  const timer = given[0]
  if (timer === undefined || given.length > 1) {
    return void context.refuse('a timer needs exactly one of timeDate, timeDuration and timeCycle')
  }
  const text = bodyOf(definition[propertyOf[timer]])
  const value = readTimerText(context, timer, text)
  const calendar = context.extension('Timer')?.calendar
  return { type: 'timer', timer, value, ...(typeof calendar === 'string' && { calendar }) }
}

const propertyOf = { date: 'timeDate', duration: 'timeDuration', cycle: 'timeCycle' } as const

/** Returns a constant in ISO 8601, or a cron expression, as a text; returns any other text as an expression. */
function readTimerText(
  context: ElementContext,
  timer: 'date' | 'duration' | 'cycle',
  text: string | undefined,
): TextOrExpression {
  const trimmed = text?.trim() ?? ''
  if (isSchedule(timer, trimmed)) return { text: trimmed }
  if (timer === 'duration' && looksLikeDuration(trimmed)) {
    context.refuse(`timeDuration: "${trimmed}" must be a duration in ISO 8601, such as PT4H, or an expression`)
    return { text: trimmed }
  }
  if (/^(P|R\d*\/)/.test(trimmed)) context.refuse(`"${trimmed}" is not a ${timer} in ISO 8601`)
  const wrong = timer === 'cycle' ? cronProblem(trimmed) : undefined
  if (wrong !== undefined) {
    context.refuse(`timeCycle: ${wrong}`)
    return { text: trimmed }
  }
  return { expression: context.expression(trimmed, `time${timer[0]!.toUpperCase()}${timer.slice(1)}`) }
}

/** Returns the text of an expression element. */
export function bodyOf(expression: unknown): string | undefined {
  return typeof expression === 'object' &&
    expression !== null &&
    'body' in expression &&
    typeof expression.body === 'string'
    ? expression.body
    : undefined
}

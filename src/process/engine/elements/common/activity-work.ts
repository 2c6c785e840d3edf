import { parseDuration } from '../../../../foundation/kit/time/schedule.ts'
import {
  evaluate,
  mapped,
  openWait,
  type Run,
  readsOf,
  type Token,
  type WaitDetails,
  type WaitKind,
} from '../../advance/index.ts'
import {
  attribute,
  type ElementContext,
  type ExpressionIndex,
  type ProgramNode,
  readVariables,
  type Value,
  type VariableDefinition,
} from '../../model/index.ts'
import { type Parameter, readSettings } from './action-settings.ts'

/**
 * Kind of wait of each type of action. An `action` runs inside the transaction of the advance, a `job` runs after the
 * commit, and `delegated` work runs in another system.
 */
const waitKinds: Readonly<Record<string, 'action' | 'job' | 'delegated'>> = {
  'element.read': 'action',
  'element.create': 'action',
  'element.update': 'action',
  'element.setStatus': 'action',
  'element.attachFile': 'action',
  'element.takeNumber': 'action',
  'element.grantAccess': 'action',
  'element.register': 'action',
  'element.revokeAccess': 'action',
  'notification.send': 'action',
  'document.generate': 'job',
  http: 'job',
  mail: 'job',
  delegated: 'delegated',
}

export const actionTypes = Object.keys(waitKinds)

/** Returns whether an action writes only its output mappings, because its results are not named after variables. */
const writesOutputsOnly = (action: string): boolean =>
  ['http', 'mail', 'notification.send', 'document.generate'].includes(action) || action.startsWith('element.')

/** Reads `<chancery:action>` with its settings; undefined when the element has none. */
export function readAction(context: ElementContext): Readonly<Record<string, Value>> | undefined {
  const action = context.extension('Action')
  if (action === undefined) return undefined
  const type = attribute(action, 'type') ?? ''
  if (!actionTypes.includes(type))
    context.refuse(`chancery:action: type "${type}" is unknown; use ${actionTypes.join(', ')}`)
  return {
    action: type,
    ...readAttempts(context),
    ...readSettings(context, type),
    ...(type === 'delegated' && readAnswer(context)),
    ...(writesOutputsOnly(type) && { writesOutputsOnly: true }),
  }
}

const maxRequestMs = 60_000

/** Reads the maximum number of attempts of an action, the delay between them and the timeout. */
function readAttempts(context: ElementContext): Readonly<Record<string, Value>> {
  const action = context.extension('Action')!
  const attempts = attribute(action, 'attempts')
  if (attempts !== undefined && !/^[1-9]\d?$/.test(attempts))
    context.refuse('chancery:action: attempts must be an integer from 1 to 99')
  const timeout = readMilliseconds(context, 'timeout')
  const isRequest = ['http', 'mail'].includes(attribute(action, 'type') ?? '')
  if (isRequest && Number(timeout.timeoutMs ?? 0) > maxRequestMs)
    context.refuse(`chancery:action: the timeout of a request is at most PT${maxRequestMs / 60_000}M`)
  return {
    ...(attempts !== undefined && { attempts: Number(attempts) }),
    ...readMilliseconds(context, 'delay'),
    ...timeout,
  }
}

function readMilliseconds(context: ElementContext, name: 'delay' | 'timeout'): Readonly<Record<string, number>> {
  const text = attribute(context.extension('Action')!, name)
  if (text === undefined) return {}
  const duration = parseDuration(text)
  if (duration === undefined || duration.months > 0)
    context.refuse(`chancery:action: ${name} must be a duration of ISO 8601 such as PT1M, without months`)
  return { [`${name}Ms`]: duration?.milliseconds ?? 0 }
}

/** Reads the variables of the answer to a delegated activity; without `answer` when the activity declares none. */
function readAnswer(context: ElementContext): { readonly answer?: readonly VariableDefinition[] } {
  const answer = readVariables(context)
  return answer.length === 0 ? {} : { answer }
}

/** Evaluates the settings of an action and opens its wait. Throws Failure. */
export function openAction(run: Run, token: Token, node: ProgramNode): void {
  const kind = waitKinds[String(node.settings.action)]!
  const parameters = (node.settings.parameters ?? []) as readonly Parameter[]
  const values = parameters.map(
    ({ name, value }) => [name, 'text' in value ? value.text : evaluate(run, { token }, value.expression)] as const,
  )
  const read = parameters.flatMap(({ value }) => ('text' in value ? [] : [value.expression]))
  openWork(run, token, kind, { settings: { ...node.settings, parameters: Object.fromEntries(values) } }, read)
}

/**
 * Opens a wait for work outside of the engine, with the values of the input mappings of the element. `read` are
 * further expressions that the work depends on. Throws Failure.
 */
export function openWork(
  run: Run,
  token: Token,
  kind: WaitKind,
  details: WaitDetails,
  read: readonly ExpressionIndex[] = [],
): void {
  const node = run.nodeOf(token)
  const isLong = kind === 'delegated' || kind === 'child'
  const reads = isLong ? readsOf(run, token, node, [...read, ...node.inputs.map(({ value }) => value)]) : {}
  openWait(run, {
    kind,
    at: token.at,
    owner: { token: token.id },
    ...(token.work !== undefined && kind !== 'child' && { id: token.work }),
    ...(Object.keys(reads).length > 0 && { kept: { reads } }),
    details: {
      input: mapped(run, { token }, node.inputs),
      ...details,
      ...(kind !== 'task' && kind !== 'child' && { attempt: (token.failures ?? 0) + 1 }),
      ...(token.notBefore !== undefined && { due: token.notBefore }),
    },
  })
}

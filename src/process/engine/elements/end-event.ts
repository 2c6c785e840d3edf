import {
  cancelTokensOf,
  continueCompensation,
  type Run,
  requireEndContext,
  startCompensation,
  type Token,
  take,
  throwError,
  throwEscalation,
  triggerBoundary,
  undoNext,
} from '../advance/index.ts'
import type { ProgramNode } from '../model/index.ts'
import { exchangesValues } from './common/outside.ts'
import { throwMessage, throwSignal } from './common/throw.ts'
import type { ElementKind } from './element-kind.ts'

/** The end of a path. The scope ends when its last token has ended. */
export const endEvent: ElementKind = {
  kind: 'endEvent',
  types: ['bpmn:EndEvent'],
  eventRole: 'throws',
  actsOutside: exchangesValues,
  readsElsewhere: exchangesValues,
  events: ({ isTransaction }) => [
    'message',
    'signal',
    'error',
    'escalation',
    'terminate',
    'compensation',
    ...(isTransaction ? (['cancel'] as const) : []),
  ],
  check(node, { refuse }) {
    if (node.outgoing.length > 0) refuse('a sequence flow cannot leave an end event')
  },
  enter(run, token, node) {
    if (node.event?.type === 'compensation') {
      if (!startCompensation(run, token, node.event.activity)) take(run, token, [])
    } else if (node.event?.type === 'cancel') {
      cancelTransaction(run, token)
    } else {
      if (node.event?.type !== 'error') requireEndContext(run, token, { endsOthers: node.event?.type === 'terminate' })
      happen(run, token, node)
      if (run.tokens.get(token.id)?.at === token.at) take(run, token, [])
    }
  },
  scopeEnded(run, token) {
    if (run.nodeOf(token).event?.type === 'cancel') continueCancel(run, token)
    else continueCompensation(run, token)
  },
}

/**
 * Performs the event definition of the end event. If the instance itself catches the event, the token may be
 * cancelled afterwards.
 */
function happen(run: Run, token: Token, { event }: ProgramNode): void {
  if (event?.type === 'message') throwMessage(run, token, event)
  if (event?.type === 'signal') throwSignal(run, token, event)
  if (event?.type === 'error') throwError(run, token, { type: 'error', code: event.code! })
  if (event?.type === 'escalation') throwEscalation(run, token, { type: 'escalation', code: event.code! })
  if (event?.type === 'terminate') cancelTokensOf(run, run.scopes.get(token.scope)!, token.id)
}

/** Cancels a transaction: cancels its tokens, compensates its completed activities, then triggers its cancel event. */
function cancelTransaction(run: Run, token: Token): void {
  const scope = run.scopes.get(token.scope)!
  run.scopes.set(scope.id, { ...scope, isInterrupted: true })
  cancelTokensOf(run, scope, token.id)
  if (!startCompensation(run, token)) leaveTransaction(run, token)
}

/** Continues the cancellation after one activity of the transaction was compensated. */
function continueCancel(run: Run, token: Token): void {
  if (!undoNext(run, token.id)) leaveTransaction(run, token)
}

function leaveTransaction(run: Run, token: Token): void {
  const owner = run.tokens.get(run.scopes.get(token.scope)!.owner!)!
  const loop = run.scopes.get(owner.scope)!
  const host = loop.loop === undefined ? owner : run.tokens.get(loop.owner!)!
  const boundary = run.nodeOf(host).boundary.find((node) => run.program.nodes[node]!.event?.type === 'cancel')!
  triggerBoundary(run, boundary, host)
}

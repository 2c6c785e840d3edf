import { addToken, openScope, type Run, type Token } from '../advance/index.ts'
import type { ProgramNode } from '../model/index.ts'
import type { ElementKind } from './element-kind.ts'

/** A process inside a process. An event sub-process starts when its start event occurs. */
export const subProcess: ElementKind = {
  kind: 'subProcess',
  types: ['bpmn:SubProcess'],
  isActivity: true,
  hasBody: true,
  actsOutside: () => false,
  readsElsewhere: () => false,
  check(node, { refuse }) {
    if (node.isEventSubProcess && (node.loop !== undefined || node.boundary.length > 0))
      refuse('an event sub-process cannot have a loop or boundary events')
  },
  enter: startBody,
}

/** Starts the content of a sub-process. The values that an event has brought go to the token of the start event. */
export function startBody(run: Run, token: Token, node: ProgramNode): void {
  const scope = openScope(run, node.body!, token.id)
  const { entries, nodes } = run.program.scopes[node.body!]!
  if (!node.isEventSubProcess) {
    for (const entry of entries) addToken(run, scope.id, entry)
    return
  }
  const { result, ...owner } = run.tokens.get(token.id)!
  run.tokens.set(token.id, owner)
  const start = nodes.find((index) => run.program.nodes[index]!.kind === 'startEvent')!
  addToken(run, scope.id, start, { phase: 'leave', ...(result !== undefined && { result }) })
}

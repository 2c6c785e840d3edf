import type { ModelProblem } from '../../../../foundation/kit/xml/model-problems.ts'
import type { Program, ProgramNode } from '../../../engine/index.ts'

/** Returns a warning for each waiting message event with which a message could write every variable around the event. */
export function messageWarnings({ nodes, scopes }: Program): ModelProblem[] {
  if (scopes.every(({ variables }) => variables.length === 0)) return []
  return nodes
    .filter((node) => waits(node) && node.outputs.length === 0 && takesAll(node))
    .map(({ id }) => ({
      elementId: id,
      message:
        'a message can write every variable here; name the variables that the event takes: ' +
        '<chancery:message variables="…"/>',
    }))
}

const takesAll = ({ event }: ProgramNode): boolean => event?.type === 'message' && event.variables === undefined

/** Returns whether an element waits for its event. The start event of a process does not. */
const waits = ({ kind, scope }: ProgramNode): boolean =>
  ['intermediateCatchEvent', 'boundaryEvent', 'receiveTask'].includes(kind) || (kind === 'startEvent' && scope > 0)

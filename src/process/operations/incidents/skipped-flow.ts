import { wrongInput } from '../../../foundation/http/errors.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { Program, ProgramNode } from '../../engine/index.ts'
import { flowMissing } from './errors.ts'

/**
 * Returns the flow by which a skipped element is left: the given flow, or for a gateway with conditions the default
 * flow. Returns no flow when the conditions of the flows decide. `isNeeded` is true when a condition could not be
 * evaluated. Throws `input.wrong` for a flow that does not leave the element, and `incident.flow_missing` when a flow
 * must be given.
 */
export function skippedFlow(
  { nodes, flows }: Program,
  element: string,
  { flow, isNeeded = false }: { readonly flow?: string | undefined; readonly isNeeded?: boolean },
): { readonly flow?: string } {
  const node = nodes.find(({ id }) => id === element)
  const leaving = (node?.outgoing ?? []).map((index) => flows[index]!)
  const choice = leaving.map(({ id, name }) => (name === undefined ? id : `${id} (${name})`)).join(', ')
  if (flow !== undefined) {
    if (leaving.some(({ id }) => id === flow)) return { flow }
    const known = leaving.length === 0 ? 'no flow leaves it' : `these flows leave it: ${choice}`
    const hint = didYouMean(
      flow,
      leaving.map(({ id }) => id),
    )
    const message = `"${flow.slice(0, 100)}" is not a flow that leaves "${element.slice(0, 100)}"; ${known}${hint}`
    throw wrongInput(message, { field: 'flow' })
  }
  const hasConditions = leaving.some(({ condition }) => condition !== undefined)
  if (node === undefined || !hasConditions || !(isGateway(node) || (isNeeded && node.loop === undefined))) return {}
  if (node.defaultFlow !== undefined) return { flow: flows[node.defaultFlow]!.id }
  throw flowMissing(`"${element}" has no default flow; name the flow to take in "flow": ${choice}`, { field: 'flow' })
}

const isGateway = ({ kind }: ProgramNode): boolean => kind === 'exclusiveGateway' || kind === 'inclusiveGateway'

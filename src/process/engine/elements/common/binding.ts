import type { ModdleElement } from 'bpmn-moddle'
import { attribute, type ElementContext, type Value } from '../../model/index.ts'

const bindings = ['latest', 'version', 'deployment'] as const

/**
 * Which version an element calls: the newest one, a numbered one, or the one that was current when the version of the
 * process was published.
 */
export interface Binding {
  readonly binding: (typeof bindings)[number]
  readonly version?: number
}

/** Returns the version that the settings of a call name; nothing if they name none. */
export const boundVersion = ({ version }: Readonly<Record<string, Value>>): Pick<Binding, 'version'> =>
  typeof version === 'number' ? { version } : {}

/** Reads the attributes `binding` and `version` of an extension element. */
export function readBinding(context: ElementContext, extension: ModdleElement | undefined, name: string): Binding {
  const given = extension && attribute(extension, 'binding')
  const version = extension && attribute(extension, 'version')
  const binding = given === undefined ? 'latest' : bindings.find((one) => one === given)
  if (binding === undefined) context.refuse(`${name}: binding "${given}" is unknown; use ${bindings.join(', ')}`)
  else if ((binding === 'version') !== (version !== undefined))
    context.refuse(`${name}: the attribute version is required for binding="version" and not allowed otherwise`)
  if (version !== undefined && !/^[1-9]\d{0,8}$/.test(version))
    context.refuse(`${name}: version must be the number of a version, such as 3`)
  return { binding: binding ?? 'latest', ...(version !== undefined && { version: Number(version) }) }
}

import { invoke } from '../../foundation/http/invoke.ts'
import type { Operation } from '../../foundation/http/operation.ts'
import { listTasks } from '../management/tasks/list-tasks.ts'
import { getWorkspace } from '../management/workspace/operations.ts'
import type { Context } from '../operation.ts'
import { getApplicationSchema } from '../v1/scheme/applications/get-application-schema.ts'
import type { CallSource } from './call-tool.ts'

/** Something that an assistant can read without calling a tool. `{name}` in the address is a parameter. */
export interface Resource {
  readonly address: string
  readonly name: string
  readonly description: string
  readonly operation: Operation<Context>
  readonly input?: Readonly<Record<string, unknown>>
}

export const resources: readonly Resource[] = [
  {
    address: 'chancery://workspace',
    name: 'Applications',
    description: 'Namespaces and applications that the token may see.',
    operation: getWorkspace,
  },
  {
    address: 'chancery://tasks',
    name: 'Open tasks',
    description: 'The open tasks of the owner of the token.',
    operation: listTasks,
    input: { tab: 'mine', size: 50 },
  },
  {
    address: 'chancery://applications/{namespace}/{code}',
    name: 'Schema of an application',
    description: 'Fields, statuses and forms of an application.',
    operation: getApplicationSchema,
  },
]

export const isTemplate = ({ address }: Resource): boolean => address.includes('{')

/**
 * Reads a resource with the rights of the caller, as JSON text. Returns undefined when no resource has this address.
 */
export async function readResource(address: string, context: Context, source: CallSource): Promise<string | undefined> {
  for (const { address: pattern, operation, input = {} } of resources) {
    const params = matchAddress(pattern, address)
    if (params !== undefined) return JSON.stringify(await invoke(operation, { params, input, ...source }, context))
  }
  return undefined
}

function matchAddress(pattern: string, address: string): Record<string, string> | undefined {
  const expression = new RegExp(`^${pattern.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const found = expression.exec(address)
  return found === null ? undefined : { ...found.groups }
}

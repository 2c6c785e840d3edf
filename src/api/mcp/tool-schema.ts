import type { Tool as ToolDescription } from '@modelcontextprotocol/server'
import { wrongInput } from '../../foundation/http/errors.ts'
import { isWriting, type Tool } from './tool.ts'

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

/**
 * Describes a tool: its arguments are the parameters of the address, the keys of the body that the tool offers and,
 * for a tool that writes, `dryRun`.
 */
export function describeTool(tool: Tool): ToolDescription {
  const { operation, hint } = tool
  const [params, body] = [operation.params as ObjectSchema, bodyOf(tool)]
  const dryRun = { type: 'boolean', description: 'Whether the call only checks everything and stores nothing.' }
  const properties = { ...params.properties, ...body.properties, ...(isWriting(tool) && { dryRun }) }
  const required = [...(params.required ?? []), ...(body.required ?? [])]
  return {
    name: operation.name,
    title: operation.summary,
    description: [`${operation.summary}.`, operation.description, hint].filter(Boolean).join(' '),
    inputSchema: {
      type: 'object',
      properties: withDefaults(plain(properties) as Properties, tool.defaults),
      required: required.filter((key) => !(key in (tool.defaults ?? {}))),
      additionalProperties: false,
    },
    annotations: { readOnlyHint: !isWriting(tool), destructiveHint: false },
  }
}

/**
 * Separates the arguments of a call into the parameters of the address and the body. Throws when `dryRun` is not a
 * boolean, because a call that means a dry run must not write.
 */
export function splitArguments({ operation, defaults }: Tool, given: Readonly<Record<string, unknown>>) {
  const names = (operation.params as ObjectSchema).properties ?? {}
  const { dryRun = false, ...rest } = given
  if (typeof dryRun !== 'boolean') throw wrongInput('"dryRun" must be true or false', { field: 'dryRun' })
  const entries = Object.entries({ ...defaults, ...rest })
  return {
    isDryRun: dryRun,
    params: Object.fromEntries(entries.filter(([key]) => Object.hasOwn(names, key))),
    input: Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(names, key))),
  }
}

function bodyOf({ operation, keys }: Tool): ObjectSchema {
  const { properties = {}, required = [] } = (operation.input ?? {}) as ObjectSchema
  const isOffered = (key: string): boolean => keys === undefined || keys.includes(key)
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => isOffered(key))),
    required: required.filter(isOffered),
  }
}

/** Returns schemas as plain JSON, without the library's own properties. */
const plain = (schemas: object): unknown => JSON.parse(JSON.stringify(schemas))

type Properties = NonNullable<ToolDescription['inputSchema']['properties']>

function withDefaults(properties: Properties, defaults: Readonly<Record<string, unknown>> = {}): Properties {
  const changed = Object.entries(defaults).map(([key, value]) => [
    key,
    { ...(properties[key] as object), default: value },
  ])
  return { ...properties, ...Object.fromEntries(changed) }
}

import { queryOptions } from '@tanstack/react-query'
import { keys } from '../api/query-keys.ts'
import { withoutReferences } from './references.ts'

/** A JSON schema of the OpenAPI document; only the keywords that are shown. */
export interface Schema {
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly additionalProperties?: boolean | Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
  readonly 'x-right'?: string
}

/** An operation with its address. */
export interface Operation extends Described {
  readonly method: string
  readonly path: string
  /** Heading under which the operation stands. */
  readonly area: string
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

/** The OpenAPI document of this server, without references. */
export const documentQuery = queryOptions({
  queryKey: keys.openapi(),
  queryFn: async ({ signal }): Promise<ApiDocument> => {
    const response = await fetch('/openapi.json', { signal })
    if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`)
    return withoutReferences(await response.json())
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Returns the operations in the order of the document. Operations of the management API get an area for each first
 * part of their paths.
 */
export function operationsOf({ paths }: ApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
      area: areaOf(path, described.tags[0] ?? ''),
    })),
  )
}

function areaOf(path: string, tag: string): string {
  const subject = /^\/api\/v1\/([\w-]+)/.exec(path)?.[1]
  return subject === undefined ? tag : `${tag}: ${subject}`
}

/** Returns the operations that contain every word of the text in their method, path, name, summary or area. */
export function searchOperations(operations: readonly Operation[], text: string): readonly Operation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ operationId, path, summary, area, method }) => {
    const searched = `${method} ${path} ${operationId} ${summary} ${area}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** Groups operations by their area; the areas keep the order of the document. */
export function byArea(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  return Map.groupBy(operations, ({ area }) => area)
}

/** Returns the schema of the JSON body of a request, or undefined when the operation takes none. */
export const bodyOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema

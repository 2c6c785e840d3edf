import type { TSchema } from 'typebox'
import type { DefinitionKind } from './definition-kind.ts'
import { SolutionFile } from './schemas.ts'

/** Returns the published JSON Schemas of definition files, for editors: text by file name. */
export function jsonSchemas(kinds: readonly DefinitionKind[]): ReadonlyMap<string, string> {
  return new Map([
    ['solution.schema.json', schemaText(SolutionFile)],
    ...kinds.map(({ word, schema, publishedSchema = schema }): [string, string] => {
      return [`${word.replaceAll(' ', '-')}.schema.json`, schemaText(publishedSchema)]
    }),
  ])
}

/** Returns a schema as the text of its published file. */
export function schemaText(schema: TSchema): string {
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, null, 2)}\n`
}

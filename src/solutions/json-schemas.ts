import type { TSchema } from 'typebox'
import type { DefinitionKind } from './definition-kind.ts'
import { SolutionFile, solutionTexts } from './schemas.ts'
import { schemaWithLanguages } from './texts/text-schema.ts'

/** Returns the published JSON Schemas of definition files, for editors: text by file name. */
export function jsonSchemas(kinds: readonly DefinitionKind[]): ReadonlyMap<string, string> {
  return new Map([
    ['solution.schema.json', schemaText(schemaWithLanguages(SolutionFile, solutionTexts))],
    ...kinds.map(({ word, schema, publishedSchema = schema, texts = [] }): [string, string] => {
      return [`${word.replaceAll(' ', '-')}.schema.json`, schemaText(schemaWithLanguages(publishedSchema, texts))]
    }),
  ])
}

/** Returns a schema as the text of its published file. */
export function schemaText(schema: TSchema): string {
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, null, 2)}\n`
}

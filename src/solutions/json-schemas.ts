import { type TSchema, Type } from 'typebox'
import { fieldSchema } from '../query/fields/index.ts'
import { ApplicationFile, GroupFile, NamespaceFile, SolutionFile } from './schemas.ts'

const fields = Type.Array(fieldSchema, { maxItems: 500, description: 'In the order in which they are shown.' })

/**
 * Returns the published JSON Schemas of definition files, for editors: text by file name. These schemas describe the
 * fields in full. The platform itself lets each field type check its own fields, which gives clearer error messages.
 */
export function jsonSchemas(): ReadonlyMap<string, string> {
  const application = { ...ApplicationFile, properties: { ...ApplicationFile.properties, fields } }
  return new Map([
    ['solution.schema.json', text(SolutionFile)],
    ['namespace.schema.json', text(NamespaceFile)],
    ['application.schema.json', text(application)],
    ['group.schema.json', text(GroupFile)],
  ])
}

function text(schema: TSchema): string {
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, null, 2)}\n`
}

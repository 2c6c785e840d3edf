import { writeFileSync } from 'node:fs'
import { documents } from '../test/contract/documents.ts'

// Writes the documents generated from the declarations: the OpenAPI document and the tables of operations, errors,
// limits and settings.
for (const [path, text] of Object.entries(documents())) writeFileSync(new URL(`../${path}`, import.meta.url), text)

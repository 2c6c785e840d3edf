import { mkdir, writeFile } from 'node:fs/promises'
import { TestFile } from '../src/cli/process-tests/process-test.ts'
import { kinds } from '../src/platform/kinds.ts'
import { jsonSchemas, schemaText } from '../src/solutions/index.ts'

// Writes the JSON Schemas with which editors complete and check the files of a solution.
const folder = new URL('../schemas/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const [name, text] of jsonSchemas(kinds)) await writeFile(new URL(name, folder), text)
await writeFile(new URL('process-test.schema.json', folder), schemaText(TestFile))

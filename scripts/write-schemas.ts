import { mkdir, writeFile } from 'node:fs/promises'
import { jsonSchemas } from '../src/solutions/json-schemas.ts'

// Writes the JSON Schemas with which editors complete and check the files of a solution.
const folder = new URL('../schemas/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const [name, text] of jsonSchemas()) await writeFile(new URL(name, folder), text)

import { writeFileSync } from 'node:fs'
import { dumpSchema } from '../src/db/schema.ts'
import { openTestDatabase } from '../test/database.ts'

// Writes the schema that the migrations result in, so that a review shows changed tables.
await using database = await openTestDatabase()
writeFileSync(new URL('../src/db/schema.sql', import.meta.url), await dumpSchema(database))

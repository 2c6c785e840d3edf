import { writeFileSync } from 'node:fs'
import { dumpSchema } from '../src/foundation/db/schema.ts'
import { openTestDatabase } from '../test/database.ts'

// Writes the schema that the migrations create, so that a review shows changed tables.
await using database = await openTestDatabase()
writeFileSync(new URL('../src/foundation/db/schema.sql', import.meta.url), await dumpSchema(database))

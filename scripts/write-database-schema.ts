import { writeFileSync } from 'node:fs'
import { dumpSchema } from '../src/db/schema.ts'
import { openTestDatabase } from '../test/database.ts'

// Writes what the migrations amount to, so that a review sees a change of a table as a change of a table.
await using database = await openTestDatabase()
writeFileSync(new URL('../src/db/schema.sql', import.meta.url), await dumpSchema(database))

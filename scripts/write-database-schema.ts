import { writeFileSync } from 'node:fs'
import { dumpSchema } from '../src/foundation/db/schema.ts'
import { Script } from '../src/foundation/db/sql.ts'
import { openTestDatabase } from '../test/database.ts'

// Writes the schema that the migrations create, so that a review shows changed tables.
await using database = await openTestDatabase()
// The tables of the job queue belong to its library.
await database.single.rows(new Script('drop schema pgboss cascade'))
writeFileSync(new URL('../src/foundation/db/schema.sql', import.meta.url), await dumpSchema(database))

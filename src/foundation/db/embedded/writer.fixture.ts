import { sql } from '../sql.ts'
import { openEmbedded } from './embedded.ts'

// A process that a test starts and kills while it writes. It reports to its parent each id whose commit was
// acknowledged.

const [dataDir, round] = process.argv.slice(2)
const database = await openEmbedded(dataDir!, () => {})
await database.single.rows(sql`create table if not exists written (id int primary key, twice int)`)

let next = Number(round) * 100_000
async function write(inTransaction: boolean): Promise<void> {
  for (;;) {
    const id = ++next
    const insert = sql`insert into written values (${id}, ${id * 2})`
    if (inTransaction) await database.transaction((tx) => tx.rows(insert))
    else await database.single.rows(insert)
    process.send!(id)
  }
}
await Promise.all([write(true), write(false), write(false), write(false)])

// Takes long: it kills servers under load.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../../src/foundation/db/sql.ts'
import { testPlace } from '../../database.ts'
import { runEventStorm } from './event-storm.ts'

const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)

describe('kill -9 of servers that read events under load', () => {
  it('loses no event, repeats none, and keeps the order of each element', async () => {
    const { databaseUrl, remove } = await testPlace()
    try {
      const { problems, changes, versions, processes } = await runEventStorm({ kills: 3, seed, databaseUrl })
      assert.deepEqual(problems.slice(0, 20), [], `KILL_SEED=${seed}`)
      assert.ok(changes > 0 && versions > 0 && processes > 0, JSON.stringify({ changes, versions, processes }))
    } finally {
      await remove()
    }
  })

  it('is detected as a failure when an event is lost, repeated or reordered', async () => {
    const { databaseUrl, remove } = await testPlace()
    try {
      const { problems } = await runEventStorm({
        kills: 1,
        seed,
        databaseUrl,
        async atTheEnd({ single }) {
          const columns = sql`reader, process, id, rev, version`
          await single.rows(sql`delete from noted_event where no = (select max(no) from noted_event where rev = 2)`)
          await single.rows(sql`insert into noted_event (${columns})
            select ${columns} from noted_event where rev = 1 and id in (select id from noted_event where rev = 2) limit 1`)
        },
      })
      const said = problems.join('\n')
      assert.match(said, /revision 2 of \S+ never came/)
      assert.match(said, /revision 1 of \S+ came 2 times/)
      assert.match(said, /revision 1 of \S+ came after revision \d+ of/)
    } finally {
      await remove()
    }
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { migrate } from '../../foundation/db/migrate.ts'
import { Script } from '../../foundation/db/sql.ts'
import { newId, nilId } from '../../foundation/kit/ids.ts'
import { aReader } from './events.fixture.ts'

it('after an upgrade, a reader that begins with the oldest change receives the changes of the earlier release, and other readers do not', async () => {
  await using database = await openTestDatabase()
  const app = newId()
  const [one, other] = [newId(), newId()]
  await database.single.rows(
    new Script(`drop table event_reader; drop table element_file_version;
      alter table element drop column turn; alter table element_history drop column published;
      delete from migration where name in ('0220-element-turn.sql', '0221-event-reader.sql')`),
  )
  const write = (id: string, rev: number, turn: string): Promise<unknown> =>
    database.single.rows(
      new Script(`insert into element_history (app, id, rev, at, by, action, changes, turn, digest_after)
        values ('${app}', '${id}', ${rev}, now(), '${nilId}', '${rev === 1 ? 'create' : 'update'}', '{}', ${turn}, 'x')`),
    )
  // Before the audit log, changes had turn 0.
  for (const id of [one, other]) for (const rev of [1, 2]) await write(id, rev, '0')
  await write(one, 3, 'audit_turn(pg_current_xact_id())')
  assert.deepEqual(await migrate(database), ['0220-element-turn.sql', '0221-event-reader.sql'])

  const oldest = await aReader(database, app, {
    beginning: 'oldest',
    name: 'oldest',
    maxEvents: 2,
    publishedOnly: true,
  })
  await oldest.until(5)
  const revisions = (id: string) => oldest.seen.filter((event) => event.id === id).map(({ rev }) => rev)
  assert.deepEqual(
    [revisions(one), revisions(other)],
    [
      ['1', '2', '3'],
      ['1', '2'],
    ],
  )
  const now = await aReader(database, app, { name: 'now' })
  await write(other, 3, 'audit_turn(pg_current_xact_id())')
  await now.until(1)
  assert.deepEqual(now.kinds(), ['3 updated'])
  await oldest.until(6)
})

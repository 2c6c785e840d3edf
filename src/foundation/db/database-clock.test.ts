import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMovableClock } from '../kit/clock.ts'
import type { Reader } from './database.ts'
import { createDatabaseClock } from './database-clock.ts'

const hourMs = 3_600_000

/** A clock that follows a database whose time is right, on a machine whose clock the test sets. */
function onMachine() {
  const machine = createMovableClock()
  const logged: string[] = []
  const reader = { row: async () => ({ ms: Date.now() }) } as unknown as Reader
  const clock = createDatabaseClock(reader, (_level, sentence) => logged.push(sentence), machine)
  return { machine, clock, logged }
}

function assertRight(nowMs: number): void {
  assert.ok(Math.abs(nowMs - Date.now()) < 1_500, `${nowMs - Date.now()} ms`)
  assert.ok(Number.isInteger(nowMs))
}

describe('the clock of a node', () => {
  it('shows the time of its machine while this agrees with the database', async () => {
    const { machine, clock, logged } = onMachine()
    machine.setWall(400)
    await clock.follow()
    const beforeMs = machine.nowMs()
    const shownMs = clock.nowMs()
    assert.ok(beforeMs <= shownMs && shownMs <= machine.nowMs(), `${shownMs - beforeMs} ms`)
    assert.deepEqual(logged, [])
  })

  for (const byMs of [-hourMs, 72 * hourMs]) {
    it(`shows the time of the database when its machine is wrong by ${byMs / hourMs} h`, async () => {
      const { machine, clock, logged } = onMachine()
      machine.setWall(byMs)
      await clock.follow()
      assertRight(clock.nowMs())
      await clock.follow()
      assert.equal(logged.length, 1)
      machine.setWall(-byMs)
      assertRight(clock.nowMs())
      await clock.follow()
      assertRight(clock.nowMs())
      assert.match(logged[1]!, /agrees .* again/)
    })

    it(`is not disturbed when its machine is set by ${byMs / hourMs} h while it runs`, async () => {
      const { machine, clock } = onMachine()
      await clock.follow()
      machine.setWall(byMs)
      assertRight(clock.nowMs())
      await clock.follow()
      assertRight(clock.nowMs())
    })
  }
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Live, type Watch } from './live.ts'
import type { Checkpoint, LiveSource } from './source.ts'

const at = (turn: bigint, versions: Record<string, string> = {}): Checkpoint => ({
  turn,
  versions: new Map(Object.entries(versions)),
})

/** Sources of objects `thing`, which change by turns, and `job`, which have versions. The present turn is 10 at first. */
function scene(maxTurns = 100n) {
  const turns = new Map<string, bigint>()
  const jobs = new Map<string, string>()
  const state = { turn: 10n, fails: false, reads: 0 }
  const sources: LiveSource[] = [
    {
      kind: 'thing',
      async changes({ from, until }) {
        state.reads += 1
        const first = until - from > maxTurns ? until - maxTurns : from
        return { from: first, turns: new Map([...turns].filter(([, turn]) => turn >= first && turn < until)) }
      },
    },
    {
      kind: 'job',
      async versions(ids) {
        if (state.fails) throw new Error('the database cannot be reached')
        return ids.flatMap((id) => (jobs.has(id) ? { id, version: jobs.get(id)! } : []))
      },
    },
    { kind: 'job', versions: async (ids) => ids.filter((id) => id === 'other').map((id) => ({ id, version: '1' })) },
  ]
  const live = new Live(sources, async () => state.turn)
  return {
    ...{ live, state, jobs },
    /** Changes a thing in the present turn, and ends the turn. */
    change(id: string) {
      turns.set(id, state.turn)
      state.turn += 1n
    },
    /** Watches objects. `looked` looks and returns what was reported: with the word `begun` when the watch begins. */
    watching(keys: string[], since?: Checkpoint): { watch: Watch; looked(): Promise<string[]> } {
      const told: string[] = []
      const watch = live.watch(
        keys,
        { begun: (begun) => told.push('begun', ...begun), changed: (changed) => told.push(...changed) },
        since,
      )
      const looked = async () => {
        await live.look()
        return told.splice(0)
      }
      return { watch, looked }
    },
  }
}

describe('a watch', () => {
  it('begins with what has changed since its checkpoint, and goes on from there', async () => {
    const { change, jobs, watching } = scene()
    jobs.set('x', '1').set('y', '1')
    change('a')
    change('b')
    const { looked, watch } = watching(
      ['thing:a', 'thing:b', 'job:x', 'job:y'],
      at(11n, { 'job:x': '1', 'job:y': '0' }),
    )
    assert.equal(watch.checkpoint(), undefined)
    assert.deepEqual(await looked(), ['begun', 'thing:b', 'job:y'])
    assert.deepEqual(watch.checkpoint(), at(12n, { 'job:x': '1', 'job:y': '1' }))
    assert.deepEqual(await looked(), [])
    change('a')
    jobs.set('x', '2')
    assert.deepEqual(await looked(), ['thing:a', 'job:x'])
  })

  it('begins with all objects when it has no checkpoint, or one of the future', async () => {
    const { jobs, watching } = scene()
    jobs.set('x', '1')
    const [without, future] = [watching(['thing:a', 'job:x', 'job:none']), watching(['thing:a'], at(99n))]
    assert.deepEqual(await without.looked(), ['begun', 'thing:a', 'job:x'])
    assert.deepEqual(await future.looked(), ['begun', 'thing:a'])
  })

  it('compares each watch with its own checkpoint', async () => {
    const { change, watching } = scene()
    change('a')
    change('a')
    const [early, late] = [watching(['thing:a'], at(11n)), watching(['thing:a'], at(12n))]
    assert.deepEqual([await early.looked(), await late.looked()], [['begun', 'thing:a'], ['begun']])
  })

  it('reports in the next look what a look has missed because a source has failed', async () => {
    const { change, state, watching } = scene()
    const { looked } = watching(['thing:a', 'job:x'], at(10n))
    await looked()
    change('a')
    state.fails = true
    await assert.rejects(looked())
    state.fails = false
    assert.deepEqual(await looked(), ['thing:a'])
  })

  it('counts everything as changed by turns when there are too many changes since its checkpoint', async () => {
    const { change, watching } = scene(2n)
    const [begun, other] = [watching(['thing:a', 'thing:z'], at(10n)), watching(['thing:z'], at(10n))]
    await begun.looked()
    await other.looked()
    for (const id of ['a', 'b', 'c']) change(id)
    assert.deepEqual([await begun.looked(), await other.looked()], [['thing:a', 'thing:z'], ['thing:z']])
    change('a')
    assert.deepEqual([await begun.looked(), await other.looked()], [['thing:a'], []])
  })

  it('counts objects as changed that it watches from now on', async () => {
    const { jobs, watching } = scene()
    jobs.set('x', '1')
    const first = watching(['job:x'], at(10n))
    await first.looked()
    const { looked, watch } = watching(['thing:a'], at(10n))
    await looked()
    watch.replace(['thing:a', 'thing:b', 'job:x', 'job:other'])
    assert.deepEqual(await looked(), ['thing:b', 'job:x', 'job:other'])
    assert.deepEqual(await looked(), [])
  })

  it('does not read turns again before a transaction has ended', async () => {
    const { change, state, watching } = scene()
    const { looked } = watching(['thing:a'], at(10n))
    await looked()
    await looked()
    assert.equal(state.reads, 0)
    change('a')
    await looked()
    await looked()
    assert.equal(state.reads, 1)
  })
})

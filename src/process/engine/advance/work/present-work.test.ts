import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { end, extensions, flows, Play, start } from '../../process.fixture.ts'
import { presentWork } from '../../process.ts'
import type { Effect } from '../index.ts'

const script = (input: string): string =>
  `<scriptTask id="a" scriptFormat="javascript">${extensions(`<chancery:input name="n" value="${input}"/>`)}<script>x</script></scriptTask>`
const environment = { now: new Date('2026-03-02T09:00:00Z'), newId: () => 'new' }

async function openedWith(input: string) {
  const play = await Play.of([start(), script(input), end(), flows('s > a > e')], { box: { n: 1 } })
  const opened = play.effects.find((effect) => effect.type === 'waitOpened') as Extract<Effect, { type: 'waitOpened' }>
  return { loaded: play.loaded, state: play.state!, opened }
}

describe('the present input of work', () => {
  it('is evaluated on the present variables', async () => {
    const { loaded, state, opened } = await openedWith('box.n')
    assert.deepEqual(opened.input, { n: 1 })
    const changed = { ...state, variables: { box: { n: 2 } } }
    const present = presentWork({ loaded, environment, state: changed }, opened)
    assert.ok('opened' in present)
    assert.deepEqual(present.opened, { ...opened, input: { n: 2 } })
    assert.deepEqual(present.state, changed)
  })

  it('that cannot be evaluated any more is a failure without another attempt', async () => {
    const { loaded, state, opened } = await openedWith('box.n')
    const present = presentWork({ loaded, environment, state: { ...state, variables: { box: null } } }, opened)
    assert.ok('failure' in present)
    const { wait, kind, isFinal, attempt } = present.failure
    assert.deepEqual([wait, kind, isFinal, attempt], [opened.wait, 'IO_MAPPING_ERROR', true, 1])
  })
})

// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Play } from '../../engine/process.fixture.ts'
import { elementsOf, Generator, randomNumbers } from '../../engine/random-processes.fixture.ts'
import { move } from './moves.fixture.ts'
import { Mutator } from './mutations.fixture.ts'

const count = Number(process.env.MOVES ?? 150)
const seed = Number(process.env.SEED ?? 20_261_122)
const maxSteps = 80

it(`${count} random instances move to changed versions and reach their end, or are refused (SEED=${seed})`, async () => {
  const outcomes = new Map<string, number>()
  for (let number = 0; number < count; number++) {
    for (const outcome of await moveOne(seed + number)) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  for (const outcome of ['moved', 'ELEMENT_GONE', 'SCOPE_CHANGED', 'TOKEN_MISSING'])
    assert.ok((outcomes.get(outcome) ?? 0) > 0, `${outcome} occurs`)
  console.log(`SEED=${seed}: ${[...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(', ')}`)
})

async function moveOne(own: number): Promise<ReadonlySet<string>> {
  const random = randomNumbers(own)
  const generator = new Generator(random)
  const graph = generator.graph(3)
  const draw = (isLate: boolean): Record<string, boolean> =>
    Object.fromEntries(generator.variables.map((name) => [name, !isLate && random() < 0.5]))
  const mutator = new Mutator(random)
  const changed = elementsOf(mutator.mutate(graph, 1 + Math.floor(random() * 4)))
  const play = await Play.of(elementsOf(graph), draw(false))
  for (let step = Math.floor(random() * 5); step > 0 && play.status === 'running'; step--)
    play.do(any(play), draw(false))
  if (play.status !== 'running') return new Set(['ended'])
  const place = `SEED=${own}`
  const same = await move(play, elementsOf(graph))
  assert.ok(!('refused' in same.result), `${place}: an instance moves to the same process`)
  assert.deepEqual(same.result.state, play.state, `${place}: a move to the same process changes nothing`)
  const { result, next } = await move(play, changed, mutator.mapping)
  if ('refused' in result) {
    assert.ok(result.refused.length > 0, place)
    return new Set(result.refused.map(({ code }) => code))
  }
  next.follow(play, result)
  const expected = play.tokens.split(' ').map((id) => mutator.mapping[id] ?? id)
  assert.deepEqual(next.tokens.split(' '), expected.sort(), `${place}: each token stays at its element`)
  if (result.needsResume) next.send({ type: 'resume' })
  for (let step = 0; next.status === 'running'; step++) {
    assert.notEqual(next.waiting, '', `${place}: the moved instance waits for something at ${next.tokens}`)
    next.do(any(next), draw(step > maxSteps))
  }
  assert.equal(next.status, 'completed', place)
  return new Set(['moved'])

  function any({ waiting }: Play): string {
    const all = waiting.split(' ')
    return all[Math.floor(random() * all.length)]!
  }
}

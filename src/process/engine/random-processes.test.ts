// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Play } from './process.fixture.ts'
import { elementsOf, Generator, randomNumbers } from './random-processes.fixture.ts'
import { TokenWalk } from './token-walk.fixture.ts'

const count = Number(process.env.PROCESSES ?? 300)
const seed = Number(process.env.SEED ?? 20_261_122)
const maxSteps = 60

it(`${count} random processes move tokens like a brute-force walk (SEED=${seed})`, async () => {
  let steps = 0
  let joined = 0
  for (let number = 0; number < count; number++) {
    const result = await compare(seed + number)
    steps += result.steps
    joined += result.joined
  }
  assert.ok(steps > count && joined > count / 4, `the processes are not trivial: ${steps} steps, ${joined} joins`)
  console.log(`SEED=${seed}: ${count} processes, ${steps} steps, ${joined} joined tokens`)
})

async function compare(own: number): Promise<{ steps: number; joined: number }> {
  const random = randomNumbers(own)
  const generator = new Generator(random, { sendsMessages: true })
  const graph = generator.graph(3)
  const draw = (isLate: boolean): Record<string, boolean> =>
    Object.fromEntries(generator.variables.map((name) => [name, !isLate && random() < 0.5]))
  const values = draw(false)
  const play = await Play.of(elementsOf(graph), values)
  const walk = new TokenWalk(graph, values)
  let step = 0
  for (; play.status === 'running'; step++) {
    const place = `SEED=${own}, step ${step}`
    assert.deepEqual(play.waiting.split(' ').filter(Boolean), walk.waiting, place)
    assert.equal(play.tokens, walk.positions, place)
    assert.ok(walk.waiting.length > 0, `${place}: a sound process never stops before its end`)
    // A `notify` event can occur any number of times, so the test leaves it to the `throw` events of the process.
    const choices = walk.waiting.filter((id) => !id.startsWith('notify'))
    const chosen = choices[Math.floor(random() * choices.length)]!
    const next = draw(step > maxSteps)
    play.do(chosen, next)
    walk.do(chosen, next)
  }
  assert.deepEqual(walk.tokens, [], `SEED=${own}: the walk ends with the instance`)
  const joined = play.effects.filter((effect) => effect.type === 'history' && effect.event === 'joined').length
  return { steps: step, joined }
}

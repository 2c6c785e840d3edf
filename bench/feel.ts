/** Measures how many FEEL expressions one thread compiles and evaluates in a second: `node bench/feel.ts`. */
import { compileFeel, JsonVariables } from '../src/process/index.ts'

const options = { nowMs: 0, timeZone: 'UTC' }
const variables = new JsonVariables({
  amount: 12.5,
  status: 'x',
  lines: Array.from({ length: 20 }, (_, index) => ({ price: index, quantity: 2 })),
})
const texts = [
  'amount > 10 and status = "x"',
  'if amount * 1.2 > 10 then "large" else "small"',
  'sum(for line in lines return line.price * line.quantity)',
  'count(lines[price > 10]) > 3',
]

/** Runs the work for a second and returns how often it ran. */
function perSecond(work: () => unknown): number {
  const end = performance.now() + 1000
  let count = 0
  while (performance.now() < end) {
    for (let round = 0; round < 100; round++) work()
    count += 100
  }
  return count
}

for (const text of texts) {
  const { evaluate } = compileFeel(text)
  const compilations = perSecond(() => compileFeel(text))
  const evaluations = perSecond(() => evaluate(variables, options))
  console.log(`${evaluations} evaluations/s, ${compilations} compilations/s: ${text}`)
}

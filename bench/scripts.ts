/**
 * Measures scripts of processes: how many the sandbox runs in a second, compared with the same code in this thread
 * without a sandbox, and how long it takes until an endless script is stopped: `node bench/scripts.ts`.
 */
import { createScripts } from '../src/foundation/sandbox/index.ts'

const variables = { lines: Array.from({ length: 50 }, (_, index) => ({ price: index, quantity: 2 })) }
const now = new Date(0)
const texts = [
  'return {}',
  'return { total: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) }',
  'let sum = 0; for (let i = 0; i < 100_000; i++) sum += i % 7; return { sum }',
]
const scripts = createScripts()

/** Runs the work for two seconds by several callers and returns how often it ran in a second. */
async function perSecond(callers: number, work: () => unknown): Promise<number> {
  const begun = performance.now()
  let count = 0
  const caller = async (): Promise<void> => {
    for (; performance.now() - begun < 2000; count++) await work()
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return Math.round((count * 1000) / (performance.now() - begun))
}

for (const script of texts) {
  const run = () => scripts.run({ script, variables, now })
  await run()
  const [one, eight] = [await perSecond(1, run), await perSecond(8, run)]
  const bare = new Function(...Object.keys(variables), script)
  const without = await perSecond(1, () =>
    JSON.stringify(bare(...Object.values(JSON.parse(JSON.stringify(variables))))),
  )
  const share = (eight / without).toFixed(3)
  console.log(`${one}/s by one caller, ${eight}/s by eight, ${share} of ${without}/s without a sandbox: ${script}`)
}
for (const script of ['for (;;);', 'for (;;) new Array(3e7).join("x")']) {
  const begun = performance.now()
  const { type } = await scripts.run({ script, variables, now })
  console.log(`${type} after ${Math.round(performance.now() - begun)} ms: ${script}`)
}
await scripts.close()

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { plants } from './plants.ts'

// Runs `chancery serve` with a planted fault, which the test has to find.
const { module, text, by } = plants[process.env.PLANT!]!
const planted = new URL(`../../${module}`, import.meta.url).href
if (!readFileSync(fileURLToPath(planted), 'utf8').includes(text)) throw new Error(`${module} has no ${text}`)

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    return url === planted ? { ...loaded, source: String(loaded.source).replace(text, () => by) } : loaded
  },
})
process.argv.push('serve')
await import('../../src/main.ts')

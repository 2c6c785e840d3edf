import { openEmbedded } from './embedded.ts'

// Started by a test: opens the database of a data folder, tells its parent what came of it, and stays.

try {
  await openEmbedded(process.argv[2]!, () => {})
  process.send!('open')
} catch (error) {
  process.send!((error as Error).message)
}
setInterval(() => {}, 60_000)

import { openEmbedded } from './embedded.ts'

// A process that a test starts. It opens the database of a data folder, reports the outcome to its parent, and keeps
// running.

try {
  await openEmbedded(process.argv[2]!, () => {})
  process.send!('open')
} catch (error) {
  process.send!((error as Error).message)
}
setInterval(() => {}, 60_000)

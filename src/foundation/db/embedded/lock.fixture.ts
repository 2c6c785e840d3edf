import { takeLock } from './lock.ts'

// A process that a test starts. It reports to its parent whether it got the lock, and keeps the lock until it is
// killed.

try {
  await takeLock(process.argv[2]!)
  process.send!('taken')
} catch (error) {
  process.send!((error as Error).message)
}
setInterval(() => {}, 60_000)

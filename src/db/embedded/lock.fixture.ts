import { takeLock } from './lock.ts'

// Started by a test: tells its parent whether it got the lock, and keeps it until it is killed.

try {
  await takeLock(process.argv[2]!)
  process.send!('taken')
} catch (error) {
  process.send!((error as Error).message)
}
setInterval(() => {}, 60_000)

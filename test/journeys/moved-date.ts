import { readFileSync } from 'node:fs'

// Loaded before the server. `Date` is ahead of the real time by the number of ms in the file CLOCK_FILE, as on a
// machine whose clock was set. The monotonic time is not changed.
const RealDate = Date
let aheadMs = 0
setInterval(() => {
  aheadMs = Number(readFileSync(process.env.CLOCK_FILE!, 'utf8')) || 0
}, 50).unref()

const nowMs = (): number => RealDate.now() + aheadMs
globalThis.Date = new Proxy(RealDate, {
  get: (target, name, receiver) => (name === 'now' ? nowMs : Reflect.get(target, name, receiver)),
  apply: () => new RealDate(nowMs()).toString(),
  construct: (target, words, newTarget) => Reflect.construct(target, words.length === 0 ? [nowMs()] : words, newTarget),
})

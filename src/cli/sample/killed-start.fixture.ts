// Starts the server with the sample as `chancery serve` does, and kills its own process while the data is created: at
// the write with the number KILL_AT, after the answer or, with KILL_DURING, while the server works on the write.
import { readConfig } from '../../foundation/config/index.ts'
import { createMovableClock } from '../../foundation/kit/clock.ts'
import { type Preparing, startPlatform } from '../../platform/index.ts'
import { prepareSample } from '../sample.ts'
import { stopSignal } from '../stop-signal.ts'

const killAt = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY)
const duringMs = process.env.KILL_DURING === undefined ? undefined : Number(process.env.KILL_DURING)
const kill = (): void => void process.kill(process.pid, 'SIGKILL')

let writes = 0
const killed =
  (send: Preparing['send']): Preparing['send'] =>
  async (request) => {
    const isLast = request.method !== 'GET' && ++writes === killAt
    if (isLast && duringMs !== undefined) setTimeout(kill, duringMs)
    const answer = await send(request)
    if (isLast && duringMs === undefined) kill()
    return answer
  }

const config = readConfig({ SAMPLE: 'office' })
const clock = createMovableClock()
const platform = await startPlatform(config, {
  clock,
  prepare: (preparing) =>
    prepareSample({ ...preparing, send: killed(preparing.send) }, { clock, withData: true, language: 'en' }),
})
console.log(`Chancery is listening on ${platform.url}`)
await stopSignal()
await platform.close()

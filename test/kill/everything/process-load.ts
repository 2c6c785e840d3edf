import { type Load as ProcessClientsLoad, startProcessClients } from '../processes/clients.ts'
import { drain } from '../processes/drain.ts'
import { judgeEffects } from '../processes/judge-effects.ts'
import { judgeInstance } from '../processes/judge-instance.ts'
import { models } from '../processes/models.ts'
import type { OutsideServer } from '../processes/outside-server.ts'
import { publish } from '../processes/publish.ts'
import { judgeLists, readProcesses } from '../processes/read-all.ts'
import { createRequests } from '../requests.ts'
import type { Load, LoadOptions } from './load.ts'

const clients = 4

/** Starts processes, completes their tasks, answers for another system, interrupts, and sends messages and signals. */
export async function processLoad(
  { cluster: { call }, random, maxDrainMs }: LoadOptions,
  outside: OutsideServer,
): Promise<Load> {
  const requests = createRequests()
  const load: ProcessClientsLoad = { call, requests, random, outside, orders: [], openTasks: 0 }
  for (const [code, xml] of Object.entries(models(outside.url))) await publish(call, code, xml)
  return {
    start: () => startProcessClients(load, clients),
    acked: requests.acked,
    async settle() {
      const problems = await requests.repeatInDoubt(call)
      await drain(load, maxDrainMs)
      return [...problems, ...(await requests.repeatInDoubt(call)), ...(await judgeLists(load))]
    },
    async judge({ read }) {
      const { instances, rest } = await read(readProcesses)
      const { deliveries } = outside
      return [
        ...instances.flatMap(judgeInstance),
        ...judgeEffects({ requests: requests.all(), deliveries, instances, rest }),
      ]
    },
  }
}

import { type Receiver, startReceiver } from '../../../src/modules/webhooks/receiver.fixture.ts'
import { type OutsideServer, startOutside } from '../processes/outside-server.ts'
import type { Random } from '../random.ts'
import { elementLoad } from './element-load.ts'
import { fileLoad } from './file-load.ts'
import { importLoad } from './import-load.ts'
import type { Load, LoadOptions } from './load.ts'
import { processLoad } from './process-load.ts'
import { registrationLoad } from './registration-load.ts'
import { sheetLoad } from './sheet-load.ts'
import { webhookLoad } from './webhook-load.ts'

/** The systems that the servers call, which are not killed. */
export interface OutsideSystems extends AsyncDisposable {
  readonly service: OutsideServer
  readonly receiver: Receiver
}

export async function startOutsideSystems(random: Random): Promise<OutsideSystems> {
  const [service, receiver] = [await startOutside(random), await startReceiver()]
  return {
    service,
    receiver,
    async [Symbol.asyncDispose]() {
      await service.close()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

type Create = (options: LoadOptions, outside: OutsideSystems) => Promise<Load>

/** All kinds of work, by their names. */
export const loads = {
  elements: elementLoad,
  files: fileLoad,
  processes: (options, { service }) => processLoad(options, service),
  registrations: registrationLoad,
  sheets: sheetLoad,
  imports: importLoad,
  webhooks: (options, { receiver }) => webhookLoad(options, receiver),
} as const satisfies Record<string, Create>

export type LoadName = keyof typeof loads
export const loadNames = Object.keys(loads) as readonly LoadName[]

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileRequests } from '../files/file-requests.ts'

export interface VersionClient {
  /** Returns the number of acknowledged versions. */
  acked(): number
  stop(): Promise<void>
}

/**
 * Adds versions to a file of an element until the client is stopped. All requests go to one server, because each server
 * has the bytes of its own uploads. An upload that was not used before a kill is used after it.
 */
export function startVersionClient(url: string): VersionClient {
  let stopped = false
  let count = 0
  const requests = fileRequests(url, 10_000)

  async function upload(): Promise<string> {
    const hash = randomUUID()
    const bytes = Buffer.from(randomUUID())
    await requests.upload(`/pub/v1/disk/file/upload?hash=${hash}`, 'scan.txt', bytes)
    return hash
  }

  async function work(): Promise<void> {
    let file: string | undefined
    let hash: string | undefined
    while (!stopped) {
      try {
        hash ??= await upload()
        if (file === undefined) {
          const context = { scans: [{ name: 'scan.txt', hash }] }
          const { body } = await requests.send('POST', '/pub/v1/app/docs/contracts/create', { context })
          file = body.item?.scans[0]
        } else {
          const { status } = await requests.send('POST', `/api/v1/files/${file}/versions`, { hash })
          if (status === 200) count++
        }
        hash = undefined
      } catch {
        // The server was killed; the client continues when it runs again.
      }
      await sleep(20)
    }
  }

  const running = work()
  return {
    acked: () => count,
    async stop() {
      stopped = true
      await running
    },
  }
}

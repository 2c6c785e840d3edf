import { setTimeout as sleep } from 'node:timers/promises'
import { readFolder } from '../../src/solutions/files/read-folder.ts'
import { writeZip } from '../../src/solutions/files/write-zip.ts'
import { officeFolder } from '../platform.ts'
import { adminToken } from './api-client.ts'

/**
 * Applies a zipped solution on the first node and waits until all nodes have loaded it. Without `zip`, applies the
 * solution `office` of the tests. Throws an error with the server's answer when the solution is refused.
 */
export async function deploy([url, ...others]: readonly string[], zip?: Uint8Array): Promise<void> {
  const body = (zip ?? (await writeZip(await readFolder(officeFolder)))) as Uint8Array<ArrayBuffer>
  const headers = { authorization: `Bearer ${adminToken}` }
  const applied = await fetch(`${url}/api/v1/solutions/apply`, { method: 'POST', headers, body })
  if (!applied.ok) throw new Error(await applied.text())
  const { solution } = (await applied.json()) as { solution: string }
  for (const other of others) {
    const knows = async () => (await fetch(`${other}/pub/v1/scheme/solutions/${solution}`, { headers })).ok
    for (let looks = 0; looks < 300 && !(await knows()); looks++) await sleep(100)
  }
}

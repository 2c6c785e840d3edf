import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import type { Platform } from '../platform.ts'

export const officeFolder = fileURLToPath(new URL('../../solutions/office', import.meta.url))

/** Deploys the sample solution; on a later start nothing is left to change. */
export async function deploySample({ context }: Platform): Promise<void> {
  const administrator = await context.people.administrator()
  const caller = { userId: administrator, tokenId: '', administrator: true }
  await context.apps.solutions.applyFolder(caller, officeFolder)
}

/** What a newcomer wants to see first: an address, a token, and one line that works. */
export function greeting({ url, adminToken }: Platform, config: Config): string {
  const token = adminToken ?? '$TOKEN'
  const path = config.sample === 'office' ? '/pub/v1/app/ref/counterparties/list' : '/pub/v1/app/list'
  return [
    `  API           ${url}/pub/v1   (described at ${url}/docs)`,
    adminToken === undefined
      ? '  Token         made at an earlier start; "chancery token create" makes another'
      : `  Token         ${adminToken}   (administrator; kept in ${config.dataDir}/admin-token)`,
    '  Try',
    `    curl -s ${url}${path} -H 'Authorization: Bearer ${token}'`,
    '',
  ].join('\n')
}

import { resolve } from 'node:path'
import type { Config } from '../foundation/config/index.ts'
import type { AdminToken, Platform } from '../platform/index.ts'

/** Returns what the server prints at the start: its address, a token, and a request to try. */
export function greeting({ url, adminToken }: Platform, config: Config): string {
  const path = config.sample === 'office' ? '/pub/v1/app/ref/counterparties/list' : '/pub/v1/app/list'
  const { said, token } = tokenLine(adminToken, resolve(config.dataDir, 'admin-token'))
  return [
    `  API           ${url}/pub/v1   (described at ${url}/docs)`,
    `  Token         ${said}`,
    '  Try',
    `    curl -s ${url}${path} -H "Authorization: Bearer ${token}"`,
    '',
  ].join('\n')
}

/** Describes the token. Its text is shown only once; later the sample request reads it from the file, so that logs have no secrets. */
function tokenLine(adminToken: AdminToken | undefined, file: string): { said: string; token: string } {
  if (adminToken?.isValid === false) {
    const which = adminToken.from === 'setting' ? 'the token in ADMIN_TOKEN' : `the token in ${file}`
    const why = 'was revoked, or its user is no longer an administrator'
    return { said: `${which} ${why}; set ADMIN_TOKEN to another token`, token: '$TOKEN' }
  }
  switch (adminToken?.from) {
    case 'just made':
      return {
        said: `${adminToken.text}   (administrator; shown only once, stored in ${file})`,
        token: adminToken.text,
      }
    case 'file':
      return { said: `stored in ${file}`, token: `$(cat '${file}')` }
    case 'setting':
      return { said: 'the value of ADMIN_TOKEN', token: '$ADMIN_TOKEN' }
    case undefined:
      return {
        said: 'not known here; if it is lost, set ADMIN_TOKEN to a new secret of 16 or more characters',
        token: '$TOKEN',
      }
  }
}

import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { AdminToken, Platform } from '../platform.ts'

/** What a newcomer wants to see first: an address, a token, and one line that works. */
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

/** The text of the token is shown once; later the shell finds it where it is kept, so that logs hold no secrets. */
function tokenLine(adminToken: AdminToken | undefined, file: string): { said: string; token: string } {
  if (adminToken?.isValid === false) {
    const which = adminToken.from === 'setting' ? 'the one of ADMIN_TOKEN' : `the one kept in ${file}`
    const why = 'was revoked, or its user is no administrator any more'
    return { said: `${which} ${why}; set ADMIN_TOKEN to another one`, token: '$TOKEN' }
  }
  switch (adminToken?.from) {
    case 'just made':
      return { said: `${adminToken.text}   (administrator; shown this once, kept in ${file})`, token: adminToken.text }
    case 'file':
      return { said: `kept in ${file}`, token: `$(cat '${file}')` }
    case 'setting':
      return { said: 'the one of ADMIN_TOKEN', token: '$ADMIN_TOKEN' }
    case undefined:
      return { said: 'made at an earlier start; "chancery token create" makes another', token: '$TOKEN' }
  }
}

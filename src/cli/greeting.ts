import { resolve } from 'node:path'
import type { Config } from '../foundation/config/index.ts'
import type { AdminToken, Platform } from '../platform/index.ts'

/**
 * Returns what the server prints at the start: the addresses of the console (unless it is off) and the API, where the
 * token is, and a request to try. `link` is the secret of a sign-in link for the administrator.
 */
export function greeting({ url, consoleUrl, adminToken }: Platform, config: Config, link: string | undefined): string {
  const path = config.sample !== 'none' ? '/pub/v1/app/ref/counterparties/list' : '/pub/v1/app/list'
  const { said, token } = tokenLine(adminToken, resolve(config.dataDir, 'admin-token'))
  return [
    ...(config.console ? [`  Console       ${consoleLine(consoleUrl, link)}`] : []),
    `  API           ${url}/pub/v1   (described at ${url}/docs)`,
    `  Token         ${said}`,
    '  Try',
    `    curl -s ${url}${path} -H "Authorization: Bearer ${token}"`,
    '',
  ].join('\n')
}

/**
 * Returns the line with the address of the console. The secret of the link is in the fragment, which browsers do not
 * send to the server, so no proxy logs the secret.
 */
function consoleLine(consoleUrl: string | undefined, link: string | undefined): string {
  if (consoleUrl === undefined) return 'is missing; the log has the reason'
  if (link === undefined)
    return `${consoleUrl}   (${consoleUrl}setup sets the first password, with the token; in a terminal, a start prints a sign-in link)`
  return `${consoleUrl}sign-in#link=${link}   (signs you in as administrator; works once, for ten minutes)`
}

/**
 * Describes the token. The text of a token is shown only at the start that creates the token. At other starts, the
 * sample request names a file or a variable instead, so that logs contain no secrets.
 */
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

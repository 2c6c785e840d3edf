import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * LibreOffice's settings: a document loads nothing that it only links to, from the disk or the network, and runs no
 * macros. Style sheets ignore the first setting, so all requests go to a proxy on a port on which nothing listens.
 */
const values: readonly [group: string, name: string, value: string][] = [
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Inet/Settings', 'ooInetProxyType', '2'],
  ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', '9'],
  ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
  ['Inet/Settings', 'ooInetNoProxy', ''],
]

/** Writes a new profile of LibreOffice for one conversion into `folder`. */
export async function writeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'user'), { recursive: true })
  const items = values.map(
    ([group, name, value]) =>
      `<item oor:path="/org.openoffice.${group}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry">',
    ...items,
    '</oor:items>',
  ]
  await writeFile(join(folder, 'user', 'registrymodifications.xcu'), `${lines.join('\n')}\n`)
}

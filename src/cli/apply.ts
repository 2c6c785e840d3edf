import type { Command } from './command.ts'
import { folderOf, type PlannedChange, printChanges } from './plan.ts'
import { openServer, serverOptions } from './server-access.ts'
import { zipFolder } from './solution-zip.ts'

export const apply: Command = {
  options: {
    ...serverOptions,
    'allow-destructive': { type: 'boolean', meaning: 'Also make changes that remove or narrow something' },
  },
  async run({ words, options }) {
    const zip = await zipFolder(folderOf(words))
    await using server = await openServer(options)
    const consent = options['allow-destructive'] === true ? '?allowDestructive=true' : ''
    const { changes } = await server.call('POST', `/api/v1/solutions/apply${consent}`, zip)
    printChanges(changes as PlannedChange[])
    return 0
  },
}

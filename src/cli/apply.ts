import type { Command } from './command.ts'
import { folderOf, type PlannedChange, type PlannedWarning, printChanges, printWarnings } from './plan.ts'
import { openServer, Refusal, serverOptions } from './server-access.ts'
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
    const { changes, warnings } = await server.call('POST', `/api/v1/solutions/apply${consent}`, zip).catch((error) => {
      throw withOption(error)
    })
    printChanges(changes as PlannedChange[])
    printWarnings(warnings as PlannedWarning[])
    return 0
  },
}

/** Adds the option that allows destructive changes to the refusal of such changes; returns other errors unchanged. */
function withOption(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'definition.consent_needed') return error
  const changes = error.answer.changes as readonly PlannedChange[]
  return new Error(
    [
      'these changes remove or narrow something; run the command again with --allow-destructive to make them:',
      ...changes.map(({ sentence }) => `  ${sentence}`),
    ].join('\n'),
  )
}

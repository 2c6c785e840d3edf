import { flushCompileCache } from 'node:module'
import { misspeltSettings, readConfig, settings, unknownSettings } from '../foundation/config/index.ts'
import { createLog } from '../foundation/kit/log.ts'
import type { Platform } from '../platform/index.ts'
import type { Command } from './command.ts'
import { greeting } from './greeting.ts'
import { stopSignal } from './stop-signal.ts'

export const serve: Command = {
  options: {
    sample: { type: 'string', meaning: 'Sample to deploy when SAMPLE is not set: office, office-without-data or none' },
    empty: { type: 'boolean', meaning: 'Start without a sample' },
  },
  more: () => {
    const lines = settings.map(
      ({ name, defaultValue, meaning }) =>
        `  ${name.padEnd(22)}${firstSentence(meaning)} (default: ${defaultValue.replace(/^\((.*)\)$/, '$1')})`,
    )
    return ['Settings, read from the environment or from a file .env in the working directory:', ...lines].join('\n')
  },
  async run({ options }) {
    const sample = typeof options.sample === 'string' ? { SAMPLE: options.sample } : {}
    const config = options.empty === true ? { ...readConfig(), sample: 'none' as const } : readConfig(sample)
    const log = createLog(config.logLevel)
    for (const { name, meant } of misspeltSettings())
      log('warn', `there is no setting ${name}, so it has no effect; did you mean ${meant}?`)
    const unknown = unknownSettings()
    if (unknown.length > 0)
      log('warn', `the file .env has names that are no settings, so they have no effect: ${unknown.join(', ')}`)
    const { launchPlatform } = await import('./launch-platform.ts')
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    const platform = await launchPlatform(config, async (listening) => {
      void stopSignal().then(stop)
      console.log(greeting(listening, config, await signInLink(listening)))
      console.log(`Chancery is listening on ${listening.url}`)
    })
    try {
      // Without this, the cache would only be written when the process ends normally.
      flushCompileCache()
      await stopped
    } finally {
      await platform.close()
    }
    return 0
  },
}

/**
 * Creates the secret of a sign-in link for the administrator if the server has a console and runs in a terminal.
 * Redirected output may go to a log, which must not contain secrets.
 */
async function signInLink({ consoleUrl, context: { people } }: Platform): Promise<string | undefined> {
  if (consoleUrl === undefined || !process.stdout.isTTY) return undefined
  return people.signInLinks.create(await people.administrator())
}

/** Returns the first sentence of a Markdown text as plain text, without the full stop. */
function firstSentence(markdown: string): string {
  return markdown.replace(/\.(?= |$).*$/s, '').replaceAll('`', '')
}

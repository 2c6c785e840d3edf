import { flushCompileCache } from 'node:module'
import { type Config, readConfig, settings } from '../foundation/config/index.ts'
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
    const { launchPlatform } = await import('./launch-platform.ts')
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    const platform = await launchPlatform(config, async (listening) => {
      void stopSignal().then(stop)
      console.log(greeting(listening, config, await signInLink(listening, config)))
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
 * Creates a sign-in link for the administrator if a person probably reads the output: in a terminal, at the first
 * start, and with the sample. Otherwise the output may go to a log, which must not contain secrets.
 */
async function signInLink(
  { consoleUrl, adminToken, context }: Platform,
  { sample }: Config,
): Promise<string | undefined> {
  const isRead = process.stdout.isTTY || adminToken?.from === 'just made' || sample !== 'none'
  if (consoleUrl === undefined || !isRead) return undefined
  const { people } = context
  return people.signInLinks.create(await people.administrator())
}

/** Returns the first sentence of a Markdown text as plain text, without the full stop. */
function firstSentence(markdown: string): string {
  return markdown.replace(/\.(?= |$).*$/s, '').replaceAll('`', '')
}

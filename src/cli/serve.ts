import { flushCompileCache } from 'node:module'
import { readConfig, settings } from '../foundation/config/index.ts'
import type { Command } from './command.ts'
import { greeting } from './greeting.ts'
import { stopSignal } from './stop-signal.ts'

export const serve: Command = {
  options: { sample: { type: 'string', meaning: 'Sample solution to deploy when SAMPLE is not set: office or none' } },
  more: () => {
    const lines = settings.map(
      ({ name, defaultValue, meaning }) =>
        `  ${name.padEnd(22)}${firstSentence(meaning)} (default: ${defaultValue.replace(/^\((.*)\)$/, '$1')})`,
    )
    return ['Settings, read from the environment or from a file .env in the working directory:', ...lines].join('\n')
  },
  async run({ options }) {
    const config = readConfig(typeof options.sample === 'string' ? { SAMPLE: options.sample } : {})
    const { launchPlatform } = await import('./launch-platform.ts')
    const platform = await launchPlatform(config)
    const stopped = stopSignal()
    try {
      console.log(greeting(platform, config))
      console.log(`Chancery is listening on ${platform.url}`)
      // Without this, the cache would only be written when the process ends normally.
      flushCompileCache()
      await stopped
    } finally {
      await platform.close()
    }
    return 0
  },
}

/** Returns the first sentence of a Markdown text as plain text, without the full stop. */
function firstSentence(markdown: string): string {
  return markdown.replace(/\.(?= |$).*$/s, '').replaceAll('`', '')
}

import { flushCompileCache } from 'node:module'
import { readConfig, settings } from '../config.ts'
import type { Command } from './command.ts'
import { greeting } from './greeting.ts'
import { stopSignal } from './stop-signal.ts'

export const serve: Command = {
  options: { sample: { type: 'string', meaning: 'what SAMPLE is when it is not set: office or none' } },
  more: () => {
    const lines = settings.map(({ name, standard, meaning }) => `  ${name.padEnd(22)}${meaning} [${standard}]`)
    return ['Settings, from the environment or from a file .env in the working folder:', ...lines].join('\n')
  },
  async run({ options }) {
    const config = readConfig(typeof options.sample === 'string' ? { SAMPLE: options.sample } : {})
    const { launchPlatform } = await import('./launch-platform.ts')
    const platform = await launchPlatform(config)
    const stopped = stopSignal()
    try {
      console.log(greeting(platform, config))
      console.log(`Chancery is listening on ${platform.url}`)
      // Else only a clean end would keep it.
      flushCompileCache()
      await stopped
    } finally {
      await platform.close()
    }
    return 0
  },
}

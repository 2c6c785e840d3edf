import type { Command } from './command.ts'
import { openServer, serverOptions } from './server-access.ts'

interface Drift {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly sentence: string
}

const mark = { added: '+', changed: '~', removed: '-' }

export const drift: Command = {
  options: serverOptions,
  more: () => 'Exit code: 0 when nothing was changed by hand, 1 when something was.',
  async run({ words, options }) {
    if (words.length > 1) throw new Error('give the code of at most one solution')
    await using server = await openServer(options)
    const all = async (): Promise<string[]> => {
      const { result } = await server.call('GET', '/pub/v1/scheme/solutions')
      return (result as { result: { code: string }[] }).result.map(({ code }) => code)
    }
    const found: Drift[] = []
    for (const code of words.length === 1 ? words : await all()) {
      const answer = await server.call('GET', `/api/v1/solutions/${encodeURIComponent(code)}/drift`)
      found.push(...(answer.drift as Drift[]))
    }
    if (found.length === 0) console.log('nothing was changed by hand')
    for (const { kind, sentence } of found) console.log(`${mark[kind]} ${sentence}`)
    return found.length === 0 ? 0 : 1
  },
}

import type { Command } from './command.ts'
import { openServer, serverOptions } from './server-access.ts'

export const tokenCreate: Command = {
  options: {
    ...serverOptions,
    user: { type: 'string', meaning: 'login of its owner [the administrator]' },
    name: { type: 'string', meaning: 'what it is for [made on the command line]' },
    days: { type: 'string', meaning: 'how many days it is valid [for ever]' },
  },
  async run({ options }) {
    const days = options.days === undefined ? undefined : Number(options.days)
    if (days !== undefined && !(days > 0)) throw new Error(`--days is "${options.days}"; it must be a number above 0`)
    await using server = await openServer(options)
    const answer = await server.call('POST', '/api/v1/tokens', {
      name: options.name ?? 'made on the command line',
      ...(options.user === undefined ? {} : { login: options.user }),
      ...(days === undefined ? {} : { expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() }),
    })
    // Apart from the token, so that a script can take stdout as it is.
    console.error(`Token ${answer.id} can be taken back with DELETE /api/v1/tokens/${answer.id}`)
    console.log(answer.token)
    return 0
  },
}

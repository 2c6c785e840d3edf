import type { Command } from './command.ts'
import { openServer, serverOptions } from './server-access.ts'

export const tokenCreate: Command = {
  options: {
    ...serverOptions,
    user: { type: 'string', meaning: 'Login of the owner (default: the user of --token)' },
    name: { type: 'string', meaning: 'Purpose of the token, shown in lists (default: created on the command line)' },
    days: { type: 'string', meaning: 'Number of days until the token expires (default: never)' },
  },
  async run({ options }) {
    const days = options.days === undefined ? undefined : Number(options.days)
    if (days !== undefined && !(days > 0)) throw new Error(`--days is "${options.days}"; it must be a number above 0`)
    await using server = await openServer(options)
    const answer = await server.call('POST', '/api/v1/tokens', {
      name: options.name ?? 'created on the command line',
      ...(options.user === undefined ? {} : { login: options.user }),
      ...(days === undefined ? {} : { expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() }),
    })
    // Printed to stderr, so that stdout contains only the token.
    console.error(`Token ${answer.id} can be revoked with DELETE /api/v1/tokens/${answer.id}`)
    console.log(answer.token)
    return 0
  },
}

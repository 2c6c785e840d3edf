import { type AnswerRequest, RequestRefused } from '../api/mcp/request-methods.ts'
import type { Command } from './command.ts'
import { openServer, serverOptions } from './server-access.ts'

export const mcp: Command = {
  options: serverOptions,
  more: () =>
    'An assistant starts this command and communicates with it over standard input and output. The assistant has the ' +
    'rights of the token; create a separate user for it. MCP=write lets it write. docs/assistants.md has an example.',
  async run({ words, options }) {
    if (words.length > 0) throw new Error('mcp takes no arguments, only options')
    await using server = await openServer(options)
    const [{ serveStdio }, { createProtocolServer }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('../api/mcp/protocol.ts'),
    ])
    const answer: AnswerRequest = async (method, params) => {
      const message = { jsonrpc: '2.0', id: 1, method, params }
      const { result, error } = (await server.exchange('/mcp', message)) as {
        result?: object
        error?: { message: string }
      }
      if (result === undefined) throw new RequestRefused(error?.message ?? 'the server gave no result')
      return result
    }
    const ended = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve).once('close', resolve)
    })
    const serving = serveStdio(() => createProtocolServer(answer, (error) => console.error(error)))
    await ended
    await serving.close()
    return 0
  },
}

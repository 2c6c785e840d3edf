import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/**
 * Answers one message of the protocol. Each message gets a new server object, so no state is kept between messages.
 * Clients of the revisions before 2026-07-28 open a session with `initialize`; their session has no state.
 */
export async function answerMessage(message: Request, create: () => Server): Promise<Response> {
  const { fetch: answer } = createMcpHandler(create, { legacy: 'reject' })
  if (!(await isLegacyRequest(message))) return answer(message)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = create()
  await server.connect(transport)
  try {
    return await transport.handleRequest(message)
  } finally {
    await server.close()
  }
}

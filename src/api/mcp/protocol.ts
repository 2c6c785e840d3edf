import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { productVersion } from '../../foundation/http/product-version.ts'
import { type AnswerRequest, RequestRefused, requestMethods } from './request-methods.ts'

const instructions =
  'Chancery keeps typed records (elements of applications), tasks, processes, files and registered documents. Begin with ' +
  'getWorkspace, then read the schema of an application before you search or write its elements. Everything that you see ' +
  'and do is limited to the rights of the token. Writing tools take dryRun: show people its result before you write.'

/**
 * Creates a server of the Model Context Protocol. `onFailure` receives unexpected errors; their text is not sent to
 * clients.
 */
export function createProtocolServer(answer: AnswerRequest, onFailure: (error: unknown) => void): Server {
  const server = new Server(
    { name: 'chancery', title: 'Chancery', version: productVersion },
    { capabilities: { tools: {}, resources: {} }, instructions },
  )
  for (const method of requestMethods)
    server.setRequestHandler(method, async ({ params = {} }) => {
      try {
        return (await answer(method, params)) as never
      } catch (error) {
        if (error instanceof RequestRefused) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
        onFailure(error)
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'an internal error occurred')
      }
    })
  return server
}

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

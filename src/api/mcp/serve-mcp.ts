import { Type } from 'typebox'
import { crossSite } from '../../foundation/http/errors.ts'
import { originOf } from '../../foundation/http/headers/same-site.ts'
import { errorKind } from '../../foundation/kit/errors.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import { operation } from '../operation.ts'
import { AnyObject, NoParams } from '../v1/schemas.ts'
import { requestsFor } from './requests.ts'

const assistantsOff = errorKind('assistants.off', 403, 'This server does not serve assistants: its setting MCP is off.')

const forwarded = ['mcp-protocol-version', 'mcp-method', 'mcp-name']

const Message = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    method: Type.Optional(Type.String({ maxLength: 255 })),
    params: Type.Optional(AnyObject),
  },
  { additionalProperties: true },
)

export const serveMcp = operation({
  name: 'serveMcp',
  area: 'Assistants',
  methods: ['POST'],
  path: '/mcp',
  summary: 'Send a message of the Model Context Protocol',
  description:
    'The transport "streamable HTTP" of the Model Context Protocol, without sessions: each message is answered by ' +
    'itself, so any node may answer it. An assistant sees and may do what its token may.',
  right: 'user',
  params: NoParams,
  input: Message,
  result: AnyObject,
  media: 'application/json; charset=utf-8',
  otherAnswers: {
    202: { description: 'The message is a notification, which has no answer.', isEmpty: true },
    400: { description: 'The message is not one of the protocol; the answer is an error of JSON-RPC.' },
  },
  errors: [assistantsOff, crossSite],
  handle: async ({ input, header, reply, address, requestId }, context) => {
    // A page of another site, such as one whose name was rebound to this address, must not use an assistant's token.
    const headers = { origin: header('origin'), host: header('host'), 'sec-fetch-site': header('sec-fetch-site') }
    if (originOf(headers, context.baseUrl) === 'elsewhere')
      throw crossSite('messages are accepted from programs and from pages of this server only')
    if (context.mcp === 'off') throw assistantsOff('the setting MCP of this server is off')
    const { answerMessage, createProtocolServer } = await import('./protocol.ts')
    const failures: unknown[] = []
    const requests = requestsFor(context, { address, requestId })
    const given = forwarded.flatMap((name) => {
      const value = header(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const message = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        ...Object.fromEntries(given),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(input),
    })
    const answer = await answerMessage(message, () => createProtocolServer(requests, (error) => failures.push(error)))
    const text = await answer.text()
    if (failures.length > 0) throw failures[0]
    reply.status(answer.status)
    return new JsonText(text)
  },
})

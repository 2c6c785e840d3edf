import { wrongInput } from '../../foundation/http/errors.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import type { Context } from '../operation.ts'
import { type CallSource, callTool } from './call-tool.ts'
import { readingTools } from './reading-tools.ts'
import { type AnswerRequest, type Params, type RequestMethod, RequestRefused } from './request-methods.ts'
import { isTemplate, readResource, resources } from './resources.ts'
import { describeTool } from './tool-schema.ts'
import { writingTools } from './writing-tools.ts'

/** Returns the function that answers requests of assistants with the rights of the caller. */
export function requestsFor(context: Context, source: CallSource): AnswerRequest {
  const tools = context.mcp === 'write' ? [...readingTools, ...writingTools] : readingTools
  const answers: Readonly<Record<RequestMethod, (params: Params) => Promise<object>>> = {
    'tools/list': async () => ({ tools: tools.map(describeTool) }),
    'tools/call': ({ name, arguments: given = {} }) =>
      callTool(tools, { name: String(name), given: given as Params }, context, source),
    'resources/list': async () => ({
      resources: resources
        .filter((resource) => !isTemplate(resource))
        .map(({ address, ...shown }) => ({ uri: address, ...described(shown) })),
    }),
    'resources/templates/list': async () => ({
      resourceTemplates: resources
        .filter(isTemplate)
        .map(({ address, ...shown }) => ({ uriTemplate: address, ...described(shown) })),
    }),
    async 'resources/read'({ uri }) {
      const text = await readResource(String(uri), context, source)
      if (text === undefined) throw wrongInput(`there is no resource ${String(uri).slice(0, 200)}`)
      return { contents: [{ uri, mimeType, text }] }
    },
  }
  return async (method, params) => {
    try {
      return await answers[method](params)
    } catch (error) {
      throw error instanceof PlatformError && error.status < 500 ? new RequestRefused(error.message) : error
    }
  }
}

const mimeType = 'application/json'
const described = ({ name, description }: { name: string; description: string }) => ({ name, description, mimeType })

import { operations } from '../../src/api/operations.ts'
import type { Method, Operation } from '../../src/foundation/http/operation.ts'
import { type State, states } from '../contract/matrix/cells.ts'
import type { Input, Line } from '../contract/matrix/line.ts'
import type { Make, Params, Scene } from '../contract/matrix/scene.ts'
import { matrix } from '../contract/matrix.ts'
import { type Draft, tokenHeader } from './drafts.ts'
import { repair } from './repair.ts'
import type { Request } from './request.ts'

/** A request of the access matrix with which an administrator succeeds, about something that exists. */
export interface Example {
  /** Name of the operation, its method, the number of the matrix's line, and the state of the thing. */
  readonly name: string
  readonly operation: Operation<never>
  readonly method: Method
  readonly line: Line
  readonly state: State | 'call'
}

/** Every request of the access matrix with which an administrator succeeds. */
export const examples: readonly Example[] = (operations as readonly Operation<never>[]).flatMap((operation) =>
  operation.methods.flatMap((method) =>
    [matrix[operation.name] ?? []]
      .flat()
      .flatMap((line: Line, place: number) =>
        ([...states, 'call'] as const)
          .filter((state) => line.cells.expected.administrator[state] === 200)
          .map((state) => ({ name: `${operation.name} ${method} ${place} ${state}`, operation, method, line, state })),
      ),
  ),
)

/** The source of drafts of examples. The things of an example are made once, and again after a request used them up. */
export interface ExampleDrafts {
  draftOf(example: Example): Promise<Draft>
  /** Returns a request that was made from an example on another server, with the things of this server. */
  renewed(request: Request): Promise<Request>
  /** Makes the things of an example anew, after a request may have used them up. */
  forget(name: string): void
}

export function createExampleDrafts(scene: Scene): ExampleDrafts {
  const made = new Map<Make, Map<string, Promise<Params>>>()
  const actor = scene.actors.administrator

  function paramsOf({ line: { about }, state }: Example): Promise<Params> {
    if (about === undefined || state === 'call') return Promise.resolve({})
    const ofKind = made.get(about) ?? new Map<string, Promise<Params>>()
    made.set(about, ofKind)
    const params = ofKind.get(state) ?? about(scene, actor, state)
    ofKind.set(state, params)
    return params
  }

  async function draftOf(example: Example): Promise<Draft> {
    await repair(scene, example.operation.name)
    const params = await paramsOf(example)
    const input = await example.line.input({ params, scene, actor })
    const draft = await withInput(example, params, input)
    const values = [
      ...Object.values(params),
      ...JSON.stringify(draft.json ?? '')
        .matchAll(uuids)
        .map(String),
    ]
    return { ...draft, example: { name: example.name, values } }
  }
  return {
    draftOf,
    async renewed(request) {
      if (request.example === undefined) return request
      const { name, values } = request.example
      const { example } = await draftOf(exampleNamed(name))
      const renew = (text: string) =>
        values.reduce((changed, value, at) => changed.replaceAll(value, example?.values[at] ?? value), text)
      return { ...request, path: renew(request.path), body: renew(request.body) }
    },
    forget(name) {
      const { line, state } = exampleNamed(name)
      if (line.about !== undefined) made.get(line.about)?.delete(state)
    },
  }
}

const exampleNamed = (name: string): Example => examples.find((one) => one.name === name)!

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

async function withInput(
  { operation, method, line: { search } }: Example,
  params: Params,
  input: Awaited<ReturnType<Input>>,
): Promise<Draft> {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? name))
  const draft = {
    method,
    segments: filled.slice(1).split('/'),
    query: [...new URLSearchParams(search?.())],
    headers: [tokenHeader, 'content-type: application/json'],
    right: true,
  }
  if (input instanceof Uint8Array || input instanceof FormData) {
    const sent = new Response(input as ConstructorParameters<typeof Response>[0])
    const bytes = Buffer.from(await sent.arrayBuffer()).toString('latin1')
    const type = sent.headers.get('content-type') ?? 'application/octet-stream'
    return { ...draft, headers: [tokenHeader, `content-type: ${type}`], bytes }
  }
  if (method === 'GET' && operation.input === undefined)
    return { ...draft, query: Object.entries((input ?? {}) as Record<string, string>) }
  return input === undefined && operation.input === undefined ? draft : { ...draft, json: input ?? {} }
}

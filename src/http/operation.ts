import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { ErrorKind } from '../kit/errors.ts'
import type { JsonText } from '../kit/json.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call at all; what they may see and change is decided by the rooms. */
export type Right = 'anyone' | 'user' | 'administrator'

/** The body as it arrives, for uploads. */
export interface IncomingBytes {
  /** Undefined when there is no body. */
  readonly stream: NodeJS.ReadableStream | undefined
  readonly contentType: string | undefined
  header(name: string): string | undefined
}

/** What the handler answers with, beside `success` and `error`: its keys become keys of the envelope. */
export type Answer = Readonly<Record<string, unknown>>

/**
 * Answers of other media: text made by PostgreSQL or by hand, or bytes; a stream comes with its own headers, and its
 * chunks are nobody else's, since their memory is given back when they are sent.
 */
export type Raw = JsonText | Uint8Array | Readable

export interface Reply {
  /** For the rare answers that are not 200. */
  status(code: number): void
  header(name: string, value: string): void
}

export interface Request<Params, Input> {
  readonly params: Params
  readonly input: Input
  /** Parameters of the address when the body is the input; keys in lower case. */
  readonly query: Readonly<Record<string, string>>
  readonly bytes: IncomingBytes
  header(name: string): string | undefined
  readonly reply: Reply
  /** IP address of the client; said by a proxy when that is a trusted one. */
  readonly address: string
  readonly requestId: string
}

/** For operations that take an Idempotency-Key: how a repeat is answered. The write has to keep `caller.once`. */
export interface Idempotent<Context, Params = never, Input = never> {
  /** Reads what the first request made or changed, by its id and with the rights that the caller has now. */
  readonly again: (request: Request<Params, Input>, object: string, context: Context) => Promise<Answer> | Answer
  /** Whether the key counts; it does when this is absent. */
  readonly when?: (request: Request<Params, Input>) => boolean
  /** For bodies that are streams: reads the body and gives what tells it from others, such as the hash of a file. */
  readonly content?: (request: Request<Params, Input>, context: Context) => Promise<readonly string[]>
}

/**
 * One operation, declared once: router, validation, OpenAPI, the table of operations and the contract tests
 * are made from this. `Context` is what the platform hands to every handler.
 */
export interface Operation<Context = never> {
  /** `getElement`: its file is `get-element.ts`, its operationId the name. */
  readonly name: string
  readonly area: string
  readonly methods: readonly Method[]
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly right: Right
  readonly params: TSchema
  /** `json`: GET reads `?query=`, others the body. `bytes`: the handler reads the body itself. */
  readonly body: 'json' | 'bytes'
  readonly input?: TSchema
  /** The longest body of JSON; see `maxBodyBytes` in `body-limit.ts` for the default. */
  readonly maxBodyBytes?: number
  /** Parameters of the address of operations whose input is the body. */
  readonly query?: TSchema
  /** The keys of the answer beside `success` and `error`. */
  readonly result: TSchema
  /** Answers with other media, such as a page or a zip. */
  readonly media?: string
  readonly errors: readonly ErrorKind[]
  readonly idempotent?: Idempotent<Context>
  readonly handle: (request: Request<never, never>, context: Context) => Promise<Answer | Raw> | Answer
}

/** The names in braces of a path, so that a name that `params` lacks does not compile. */
type NamesOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesOf<Rest> : never

export interface Declaration<Context, Path extends string, Params extends TSchema, Input extends TSchema> {
  name: string
  area: string
  methods: readonly Method[]
  path: Path
  summary: string
  description?: string
  right: Right
  params: NamesOf<Path> extends keyof Static<Params> ? Params : never
  body?: 'json' | 'bytes'
  input?: Input
  maxBodyBytes?: number
  query?: TSchema
  result: TSchema
  media?: string
  errors?: readonly ErrorKind[]
  idempotent?: Idempotent<Context, Static<Params>, Static<Input>>
  handle: (request: Request<Static<Params>, Static<Input>>, context: Context) => Promise<Answer | Raw> | Answer
}

/** `operation()` bound to the context of a platform. */
export function operationFor<Context>() {
  return <Path extends string, Params extends TSchema, Input extends TSchema>(
    declaration: Declaration<Context, Path, Params, Input>,
  ): Operation<Context> => ({
    body: 'json',
    errors: [],
    ...(declaration as Omit<typeof declaration, 'idempotent'>),
    ...(declaration.idempotent && { idempotent: declaration.idempotent as unknown as Idempotent<Context> }),
    handle: declaration.handle as unknown as Operation<Context>['handle'],
  })
}

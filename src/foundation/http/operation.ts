import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { ErrorKind } from '../kit/errors.ts'
import type { JsonText } from '../kit/json.ts'
import type { Cost } from './admission/cost.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An answer of a handler with a status other than 200. */
export interface OtherAnswer {
  readonly description: string
  /** Whether the body is empty; otherwise it has the form of an answer with 200. */
  readonly isEmpty?: boolean
}

/** Who may call an operation at all. What callers may see and change is decided by the rooms. */
export type Right = 'anyone' | 'user' | 'administrator'

/** The body of an upload as it arrives. */
export interface IncomingBytes {
  /** The bytes of the body; undefined when there is no body. */
  readonly stream: NodeJS.ReadableStream | undefined
  readonly contentType: string | undefined
  header(name: string): string | undefined
}

/** The answer of a handler. Its keys become keys of the response, next to `success` and `error`. */
export type Answer = Readonly<Record<string, unknown>>

/**
 * An answer that is not wrapped in an envelope: text made by PostgreSQL or the handler, bytes, or a stream. A stream
 * has its own headers. Nothing else may use its chunks, because their memory is freed when they are sent.
 */
export type Raw = JsonText | Uint8Array | Readable

export interface Reply {
  /** Sets the status of an answer that is not 200. */
  status(code: number): void
  header(name: string, value: string): void
}

export interface Request<Params, Input> {
  readonly params: Params
  readonly input: Input
  /** Parameters of the address when the body is the input; keys are in lower case. */
  readonly query: Readonly<Record<string, string>>
  readonly bytes: IncomingBytes
  header(name: string): string | undefined
  readonly reply: Reply
  /** IP address of the client; taken from a trusted proxy's header if there is one. */
  readonly address: string
  readonly requestId: string
}

/**
 * How an operation that accepts an Idempotency-Key answers a repeat. The operation's write has to store `caller.once`.
 */
interface Idempotent<Context, Params = never, Input = never> {
  /** Reads what the first request created or changed, by its id and with the caller's present rights. */
  readonly again: (request: Request<Params, Input>, object: string, context: Context) => Promise<Answer> | Answer
  /** Returns whether the key is used for this request; absent means always. */
  readonly when?: (request: Request<Params, Input>) => boolean
  /** Reads a body that is a stream and returns what distinguishes it from other bodies, such as the hash of a file. */
  readonly content?: (request: Request<Params, Input>, context: Context) => Promise<readonly string[]>
}

/**
 * One operation. The router, validation, OpenAPI, the table of operations and the contract tests are derived from this
 * declaration. `Context` is what the platform passes to every handler.
 */
export interface Operation<Context = never> {
  /** Name and operationId, such as `getElement`; the file is then `get-element.ts`. */
  readonly name: string
  readonly area: string
  readonly methods: readonly Method[]
  readonly path: string
  /** The path of the operation that this operation repeats at a second path; absent for all other operations. */
  readonly mirrorOf?: string
  readonly summary: string
  readonly description?: string
  readonly right: Right
  readonly params: TSchema
  /**
   * Kind of the body. With `json`, GET reads `?query=` and other methods read the body; with `bytes`, the handler reads
   * the body.
   */
  readonly body: 'json' | 'bytes'
  readonly input?: TSchema
  /** Cost class; `costOf` in admission/cost.ts has the default. */
  readonly cost?: Cost
  /** Maximum size of a JSON body in bytes; `maxBodyBytes` in body-limit.ts has the default. */
  readonly maxBodyBytes?: number
  /** Schema of the address's parameters, for operations whose input is the body. */
  readonly query?: TSchema
  /** Schema of the answer's keys other than `success` and `error`. */
  readonly result: TSchema
  /** Media type of answers that are not JSON, such as a page or a zip. */
  readonly media?: string
  /** Answers of the handler with a status other than 200, by the status. */
  readonly otherAnswers?: Readonly<Record<number, OtherAnswer>>
  readonly errors: readonly ErrorKind[]
  /** Whether names of definitions in the answer are in the language of the header Accept-Language. */
  readonly inLanguage?: boolean
  readonly idempotent?: Idempotent<Context>
  readonly handle: (request: Request<never, never>, context: Context) => Promise<Answer | Raw> | Answer
}

/** The names in braces of a path, so that a path with a name that `params` lacks does not compile. */
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
  cost?: Cost
  maxBodyBytes?: number
  query?: TSchema
  result: TSchema
  media?: string
  otherAnswers?: Readonly<Record<number, OtherAnswer>>
  errors?: readonly ErrorKind[]
  inLanguage?: boolean
  idempotent?: Idempotent<Context, Static<Params>, Static<Input>>
  handle: (request: Request<Static<Params>, Static<Input>>, context: Context) => Promise<Answer | Raw> | Answer
}

/** Returns a function that declares operations for the context of a platform. */
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

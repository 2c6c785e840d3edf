// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes, and the story says what it expects of each
export type Answer = any

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A client of a server: sends JSON over HTTP with a token. */
export interface Client {
  /** Sends JSON, or a form unchanged. Throws the error message of the server when the request is refused. */
  call(method: Method, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** Sends bytes of another content type. Throws the error message of the server when the request is refused. */
  send(method: Method, path: string, bytes: Uint8Array, headers: Record<string, string>): Promise<Answer>
  /** Sends a request that has to be refused. Returns the status code and the error message. */
  refused(method: Method, path: string, body?: object): Promise<{ status: number; error: string }>
  /** Gets a page of HTML. Throws when the request is refused. */
  page(path: string): Promise<string>
  /** Returns a client of the same server with another token. */
  as(token: string): Client
}

export function connect(url: string, token: string): Client {
  async function send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; answer: Answer }> {
    const isRaw = body === undefined || body instanceof FormData || body instanceof Uint8Array
    const payload = isRaw ? (body as FormData | undefined) : JSON.stringify(body)
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(payload === undefined ? {} : { body: payload }),
    }).catch((cause: unknown) => {
      throw new Error(`no server responds at ${url}; start the server first`, { cause })
    })
    return { status: response.status, answer: await response.json() }
  }
  return {
    async call(method, path, body, headers) {
      const { status, answer } = await send(method, path, body, headers)
      if (answer.success !== true) throw new Error(`${method} ${path} answered ${status}: ${answer.error}`)
      return answer
    },
    async send(method, path, bytes, headers) {
      const { status, answer } = await send(method, path, bytes, headers)
      if (answer.success !== true) throw new Error(`${method} ${path} answered ${status}: ${answer.error}`)
      return answer
    },
    async refused(method, path, body) {
      const { status, answer } = await send(method, path, body)
      if (answer.success !== false) throw new Error(`${method} ${path} should have been refused, and was not`)
      return { status, error: answer.error }
    },
    async page(path) {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
      return response.text()
    },
    as: (other) => connect(url, other),
  }
}

import { bodyOf, type Operation } from './document.ts'
import { exampleOf } from './example.ts'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns a command that calls the operation on the server at `origin`, with an example of its body. */
export function curlOf(operation: Operation, origin: string): string {
  const { method, path } = operation
  const body = bodyOf(operation)
  const lines = [`curl -s${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + path)}`]
  if (operation['x-right'] !== 'anyone') lines.push('-H "Authorization: Bearer $TOKEN"')
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(exampleOf(body)))}`)
  return lines.join(' \\\n  ')
}

import type { WorkCall } from '../../execution/index.ts'
import { type Secrets, secretOf } from './secrets.ts'

/** Failure of a call that is not repeated, because another attempt would fail as well. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
}

const prefix = 'header.'

/** Returns the values of the settings of a call by their names. */
export const parametersOf = ({ settings }: WorkCall): Readonly<Record<string, unknown>> =>
  (settings.parameters ?? {}) as Readonly<Record<string, unknown>>

/** Returns the setting `url`. Throws CallFailed. */
export function urlOf(call: WorkCall): string {
  const { url } = parametersOf(call)
  if (typeof url !== 'string' || url.trim() === '') throw new CallFailed('the setting "url" must be a text')
  return url.trim()
}

/** Returns the headers from the settings of a call, with names in lower case. Throws CallFailed and SecretMissing. */
export function headersOf(call: WorkCall, secrets: Secrets): Readonly<Record<string, string>> {
  const secret = (call.settings.secrets ?? {}) as Readonly<Record<string, string>>
  const all = [
    ...Object.entries(parametersOf(call)),
    ...Object.entries(secret).map(
      ([name, key]) => [name, name.startsWith(prefix) ? secretOf(secrets, key) : ''] as const,
    ),
  ]
  const headers: Record<string, string> = {}
  for (const [name, value] of all) {
    if (!name.startsWith(prefix) || value === null) continue
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (!/^[\t\x20-\x7e\x80-\xff]{0,4096}$/.test(text))
      throw new CallFailed(`the setting "${name}" is too long or has characters that a header cannot contain`)
    headers[name.slice(prefix.length).toLowerCase()] = text
  }
  return headers
}

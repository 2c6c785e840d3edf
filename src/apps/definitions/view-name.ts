import { foldCode } from '../../kit/codes.ts'

/**
 * Name of an application's view in the schema `bi`. It is in lower case, so that SQL finds it without quotes however the
 * code is spelled. Codes are short enough for the 63 characters of a name in PostgreSQL.
 */
export function viewName({ namespace, code }: { namespace: string; code: string }): string {
  return foldCode(`${namespace}_${code}`)
}

import { foldCode } from '../../../foundation/kit/codes.ts'

/**
 * Returns the name of the view of an application or a contract in the schema `bi`. The name is in lower case, so that
 * SQL finds it without quotes. The maximum lengths of codes keep the name within the 63 characters that PostgreSQL
 * allows.
 */
export function viewName({ namespace, code }: { namespace: string; code: string }): string {
  return foldCode(`${namespace}_${code}`)
}

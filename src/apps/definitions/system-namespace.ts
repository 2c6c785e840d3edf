import { foldCode } from '../../kit/codes.ts'

/** Holds what is built in, such as the users; solutions put applications of their own beside it. */
export const systemNamespace = '_system_catalogs'

/** In lower case. Some of these can be listed, others are only sources of the query compiler. */
const builtInCodes = ['_users', 'employee', '_applications', '_groups', '_org_items', '_files', '_directories']

/** Whether something built in has this address, so that no solution can define an application there. */
export function isBuiltIn({ namespace, code }: { namespace: string; code: string }): boolean {
  return namespace === systemNamespace && builtInCodes.includes(foldCode(code))
}

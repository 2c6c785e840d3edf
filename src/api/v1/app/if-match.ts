import { wrongInput } from '../../../foundation/http/errors.ts'

/** Returns the revision in `If-Match: "17"`. Without the header, or with `*`, any revision matches. */
export function revisionWanted(ifMatch: string | undefined): { rev?: string } {
  if (ifMatch === undefined || ifMatch.trim() === '*') return {}
  const rev = /^\s*(?:W\/)?"?(\d{1,18})"?\s*$/.exec(ifMatch)?.[1]
  if (rev === undefined)
    throw wrongInput('If-Match must be an ETag of this server, such as "17"', { field: 'If-Match' })
  return { rev }
}

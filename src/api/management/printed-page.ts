import type { Reply } from '../../foundation/http/operation.ts'
import { JsonText } from '../../foundation/kit/json.ts'

/** Allows what a printed page consists of: its own style. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Returns a page for printing as the answer, with a policy under which it runs and loads nothing. */
export function answerPage(reply: Reply, html: string): JsonText {
  reply.header('content-security-policy', policy)
  return new JsonText(html)
}

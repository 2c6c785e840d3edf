/** Allows what a page of an operation consists of: text and its own style. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Returns the headers for an answer of a media type. A page gets a policy under which it runs and loads nothing. */
export const pageHeaders = (media: string): Readonly<Record<string, string>> =>
  media.startsWith('text/html') ? { 'content-security-policy': policy } : {}

interface Point {
  readonly id: string
  readonly answer: readonly { readonly name?: string; readonly code?: string }[]
}

/** Returns the variables that an answer can set, each with the value null, as indented JSON. */
export const answerTemplate = ({ answer }: Pick<Point, 'answer'>): string =>
  JSON.stringify(Object.fromEntries(answer.map(({ name, code }) => [name ?? code ?? '', null])), null, 2)

/** Returns the command with which another system, or an operator, answers a restore point. */
export function curlLine(origin: string, point: Point): string {
  const body = JSON.stringify({ context: JSON.parse(answerTemplate(point)) })
  return [
    `curl -X POST ${origin}/pub/v1/bpm/restore-point/${point.id}/restore \\`,
    '  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\',
    `  -d '${body.replaceAll("'", "'\\''")}'`,
  ].join('\n')
}

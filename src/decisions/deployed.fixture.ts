import { assertDone } from '../../test/everything.ts'
import type { Body, Call } from '../../test/platform.ts'
import { writeZip } from '../solutions/files/write-zip.ts'

/** Returns the files of a solution with one namespace and these decisions, by file names such as `discount.dmn`. */
export function solutionOf(namespace: string, decisions: Readonly<Record<string, Uint8Array | string>>) {
  const files = Object.entries(decisions).map(
    ([name, content]) => [`namespaces/${namespace}/decisions/${name}`, content] as const,
  )
  return new Map<string, Uint8Array | string>([
    ['solution.yaml', `code: ${namespace}\nname: Decisions\nversion: 1.0.0\n`],
    [`namespaces/${namespace}/namespace.yaml`, 'name: Decisions\n'],
    ...files,
  ])
}

/** Applies a solution with these decisions, by file names such as `discount.dmn`. Returns the body of the answer. */
export async function applyDecisions(
  call: Call,
  namespace: string,
  decisions: Readonly<Record<string, Uint8Array | string>>,
  query = '',
): Promise<Body> {
  const answer = await call('POST', `/api/v1/solutions/apply${query}`, await writeZip(solutionOf(namespace, decisions)))
  assertDone(answer)
  return answer.body
}

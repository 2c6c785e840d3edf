import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { writeZip } from '../../../solutions/files/write-zip.ts'

/** Returns the path of the only application of the solution. */
export const one = (code: string): string => `namespaces/${code}/apps/one.yaml`

/** Returns the zip of a solution with one application that has the field `a`. */
export const zipOf = (code: string): Promise<Uint8Array> =>
  writeZip(
    new Map([
      ['solution.yaml', `code: ${code}\nname: ${code}\nversion: 1.0.0\n`],
      [`namespaces/${code}/namespace.yaml`, `name: ${code}\n`],
      [one(code), 'name: One\nfields: [{ code: a, type: string }]\n'],
    ]),
  )

export async function deploy(call: Call, code: string): Promise<void> {
  assertDone(await call('POST', '/api/v1/solutions/apply', await zipOf(code)))
}

/** Reads the file of the application. */
export async function theFile(call: Call, code: string): Promise<Body> {
  const answer = await call('GET', `/api/v1/solutions/${code}/files?path=${encodeURIComponent(one(code))}`)
  assertDone(answer)
  return answer.body
}

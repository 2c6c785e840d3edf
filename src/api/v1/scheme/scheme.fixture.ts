import { assertDone } from '../../../../test/everything.ts'
import { adminToken, type Body, type Call } from '../../../../test/platform.ts'
import { writeZip } from '../../../solutions/files/write-zip.ts'

export const namespaces = '/pub/v1/scheme/namespaces'
export const solutions = '/pub/v1/scheme/solutions'

/** Applies the files of a solution over HTTP. Definitions that are missing in them are removed. */
export async function applyFiles(call: Call, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const zip = await writeZip(new Map(Object.entries(files)))
  assertDone(await call('POST', '/api/v1/solutions/apply?allowDestructive=true', zip))
}

/**
 * Returns the files of a solution with one namespace, which has the code of the solution. `apps` holds the YAML of
 * applications by their codes.
 */
export function filesOf(code: string, apps: Readonly<Record<string, string>>, more = ''): Record<string, string> {
  return {
    'solution.yaml': `code: ${code}\nname: ${code}\nversion: 1.0.0\n${more}`,
    [`namespaces/${code}/namespace.yaml`]: `name: ${code}\n`,
    ...Object.fromEntries(Object.entries(apps).map(([app, text]) => [`namespaces/${code}/apps/${app}.yaml`, text])),
  }
}

/** Returns the value of the only key of a response besides `success` and `error`. */
export async function got(call: Call, path: string): Promise<Body> {
  const answer = await call('GET', path)
  assertDone(answer)
  const { success, error, ...named } = answer.body
  return Object.values(named)[0]
}

/** Returns the rows of a list. */
export async function rows(call: Call, path: string): Promise<Body[]> {
  return (await got(call, path)).result
}

export async function exported(url: string, code: string): Promise<Response> {
  return fetch(`${url}/api/v1/solutions/${code}/export`, { headers: { authorization: `Bearer ${adminToken}` } })
}

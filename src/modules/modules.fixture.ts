import { assertDone } from '../../test/everything.ts'
import type { Answer, Call } from '../../test/platform.ts'
import { writeZip } from '../solutions/files/write-zip.ts'

/** Returns the zip of a solution that has only modules; `modules` maps codes to the YAML of modules. */
function modulesZip(solution: string, modules: Readonly<Record<string, string>>): Promise<Uint8Array> {
  return writeZip(
    new Map([
      ['solution.yaml', `code: ${solution}\nname: ${solution}\nversion: 1.0.0\n`],
      ...Object.entries(modules).map(([code, text]) => [`modules/${code}/module.yaml`, text] as const),
    ]),
  )
}

/** Applies a solution that has only modules, and returns the sentences of the changes. */
export async function applyModules(
  call: Call,
  solution: string,
  modules: Readonly<Record<string, string>>,
): Promise<string[]> {
  const query = '?allowDestructive=true'
  const answer = await call('POST', `/api/v1/solutions/apply${query}`, await modulesZip(solution, modules))
  assertDone(answer)
  return answer.body.changes.map(({ sentence }: { sentence: string }) => sentence)
}

export const planModules = async (
  call: Call,
  solution: string,
  modules: Readonly<Record<string, string>>,
): Promise<Answer> => call('POST', '/api/v1/solutions/plan', await modulesZip(solution, modules))

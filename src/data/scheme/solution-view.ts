import { idOfPath } from '../../foundation/kit/ids.ts'
import type { DeployedSolution } from '../../solutions/index.ts'
import type { Definition } from './content.ts'
import { definitionHash, hashOf } from './hash.ts'
import { stampsView } from './stamps-view.ts'

export type SolutionView = ReturnType<typeof solutionView>

/** Returns a deployed solution with its content. The hash changes with every change of the solution or its content. */
export function solutionView(solution: DeployedSolution, definitions: readonly Definition[]) {
  const { code, name, version, dependencies } = solution
  const content = definitions.map(({ kind, entry }) => ({
    type: kind.word,
    namespace: entry.namespace,
    code: entry.code,
    name: entry.name,
    hash: definitionHash({ kind, entry }),
  }))
  return {
    __id: idOfPath(`solution:${code}`),
    code,
    name,
    __name: name,
    version,
    dependencies,
    content,
    hash: hashOf({ code, name, version, dependencies: [...dependencies], content: content.map(({ hash }) => hash) }),
    ...stampsView(solution),
  }
}

import { idOfPath } from '../../foundation/kit/ids.ts'
import { type Definitions, type DeployedSolution, solutionKey } from '../../solutions/index.ts'
import type { Definition } from './content.ts'
import { definitionHash, hashedTexts, hashOf } from './hash.ts'
import { stampsView } from './stamps-view.ts'

export type SolutionView = ReturnType<typeof solutionView>

/**
 * Returns a deployed solution with the definitions of its content that are visible to the caller. The hash covers the
 * solution and the hashes of these definitions.
 */
export function solutionView(
  solution: DeployedSolution,
  definitions: readonly Definition[],
  all: Pick<Definitions, 'solutions' | 'written' | 'texts'>,
) {
  const { code, name, version, dependencies } = solution
  const content = definitions.map(({ kind, entry }) => ({
    type: kind.word,
    namespace: entry.namespace,
    code: entry.code,
    name: entry.name,
    hash: definitionHash(all, { kind, entry }),
  }))
  const writtenName = all.solutions().find((one) => one.code === code)?.name ?? name
  const texts = all.texts(solutionKey(code))
  return {
    __id: idOfPath(`solution:${code}`),
    code,
    name,
    __name: name,
    version,
    dependencies,
    content,
    hash: hashOf({
      ...{ code, name: writtenName, version, dependencies: [...dependencies] },
      ...(Object.keys(texts).length > 0 && { texts: hashedTexts(texts) }),
      content: content.map(({ hash }) => hash),
    }),
    ...stampsView(solution),
  }
}

import { idOfPath } from '../../foundation/kit/ids.ts'
import type { SolutionContent } from '../../solutions/solution-content.ts'
import { applicationHash, groupHash, hashOf, namespaceHash } from './hash.ts'
import { stampsView } from './stamps-view.ts'

export type SolutionView = ReturnType<typeof solutionView>

/** Returns a deployed solution with its content. The hash changes with every change of the solution or its content. */
export function solutionView({ solution, namespaces, applications, groups }: SolutionContent) {
  const { code, name, version, dependencies } = solution
  const content = [
    ...namespaces.map((one) => ({
      type: 'namespace' as const,
      namespace: one.code,
      code: one.code,
      name: one.name,
      hash: namespaceHash(one),
    })),
    ...applications.map((one) => ({
      type: 'application' as const,
      namespace: one.namespace,
      code: one.code,
      name: one.name,
      hash: applicationHash(one),
    })),
    ...groups.map((one) => ({
      type: 'group' as const,
      namespace: one.namespace,
      code: one.code,
      name: one.name,
      hash: groupHash(one),
    })),
  ]
  return {
    __id: idOfPath(`solution:${code}`),
    code,
    name,
    __name: name,
    version,
    dependencies,
    content,
    hash: hashOf({ code, name, version, dependencies, content: content.map(({ hash }) => hash) }),
    ...stampsView(solution),
  }
}

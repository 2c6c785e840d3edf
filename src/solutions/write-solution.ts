import { applicationFile, stated } from '../data/application-kind/file/application-file.ts'
import { groupFile } from '../people/groups/definition/group-file.ts'
import type { NamespaceDefinition } from '../data/applications/definition.ts'
import type { SolutionContent } from './solution-content.ts'
import type { SolutionFiles } from './files/solution-files.ts'
import { writeYaml } from './files/write-yaml.ts'

/** Returns the files of a deployed solution, ordered by path; `readSolution` reads them as the same solution. */
export function writeSolution({ solution, namespaces, applications, groups }: SolutionContent): SolutionFiles {
  const { code, name, version, dependencies } = solution
  const files: [string, string][] = [
    [
      'solution.yaml',
      writeYaml(stated({ code, name, version, dependencies: dependencies.length > 0 ? [...dependencies] : undefined })),
    ],
    ...namespaces.map((one): [string, string] => [`namespaces/${one.code}/namespace.yaml`, writeNamespace(one)]),
    ...applications.map((one): [string, string] => [pathOf(one, 'apps'), writeYaml(applicationFile(one))]),
    ...groups.map((one): [string, string] => [pathOf(one, 'groups'), writeYaml(groupFile(one))]),
  ]
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function writeNamespace({ name, icon, order, visibleTo }: NamespaceDefinition): string {
  return writeYaml(
    stated({
      name,
      icon: icon ?? undefined,
      order: order === 0 ? undefined : order,
      visibleTo: visibleTo ? [...visibleTo] : undefined,
    }),
  )
}

function pathOf({ namespace, code }: { namespace: string; code: string }, folder: 'apps' | 'groups'): string {
  return `namespaces/${namespace}/${folder}/${code}.yaml`
}

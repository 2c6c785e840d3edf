import type { TSchema } from 'typebox'
import type { JsonValue } from '../../kit/json.ts'
import { didYouMean } from '../../kit/nearest.ts'
import { accessProblems } from '../access/access-problems.ts'
import { namedGroups } from '../access/named-groups.ts'
import type { AccessSection } from '../access/schemas.ts'
import type { ApplicationDraft, GroupDraft, NamespaceDefinition, Solution } from './definition.ts'
import { fileProblems, pathText } from './file-problems.ts'
import { type Place, type Problem, refuseProblems } from './problems.ts'
import { readApplication } from './read-application.ts'
import { readGroup } from './read-group.ts'
import { ApplicationFile, GroupFile, NamespaceFile, SolutionFile } from './schemas.ts'
import type { SolutionFiles } from './solution-files.ts'
import { readYaml } from './yaml-file.ts'

const namespacePath = /^namespaces\/([^/]+)\/namespace\.yaml$/
const applicationPath = /^namespaces\/([^/]+)\/apps\/([^/]+)\.yaml$/
const groupPath = /^namespaces\/([^/]+)\/groups\/([^/]+)\.yaml$/
// 30 + 1 + 32 letters: the longest name that PostgreSQL takes for the view `<namespace>_<code>`.
const namespaceCode = /^[a-z][a-z0-9_]{0,29}$/
const applicationCode = /^[a-z][a-z0-9_]{0,31}$/
const groupCode = /^[a-z][a-z0-9_]{0,62}$/
/** Taken by addresses of the API, or kept for what the platform itself brings; `global` has groups without a section. */
const reservedNamespaces = /^(system|global|ext_.*)$/

/** Checks all files of a solution. Throws `definition.invalid` with every problem of every file at once. */
export function readSolution(files: SolutionFiles): Solution {
  const problems: Problem[] = []
  const read = fileReader(files, problems)
  const solution = files.has('solution.yaml') ? read<SolutionFile>('solution.yaml', SolutionFile) : undefined
  if (!files.has('solution.yaml')) problems.push({ file: 'solution.yaml', path: '', message: 'the file is missing' })
  const namespaces: NamespaceDefinition[] = []
  const applications: ApplicationDraft[] = []
  const ruledGroups: { path: string; place: Place }[] = []
  const groups: GroupDraft[] = []
  for (const file of [...files.keys()].sort()) {
    const refuseFile = (message: string): unknown => problems.push({ file, path: '', message })
    const [, ofNamespace] = namespacePath.exec(file) ?? []
    const [, namespace, code] = applicationPath.exec(file) ?? []
    const [, groupNamespace, group] = groupPath.exec(file) ?? []
    const needNamespace = (folder: string): void => {
      const needed = `namespaces/${folder}/namespace.yaml`
      if (!files.has(needed)) refuseFile(`${needed} is missing`)
    }
    if (ofNamespace !== undefined) {
      if (!namespaceCode.test(ofNamespace)) refuseFile(`a namespace code must match ${namespaceCode.source}`)
      if (reservedNamespaces.test(ofNamespace)) refuseFile(`the namespace code "${ofNamespace}" is reserved`)
      const found = read<NamespaceFile>(file, NamespaceFile)
      if (found) {
        refuseVisibleTo(found)
        ruledGroups.push(...groupsIn(visibilityOf(found.value), [], found.at))
        namespaces.push({
          code: ofNamespace,
          name: found.value.name,
          icon: found.value.icon ?? null,
          order: found.value.order ?? 0,
          visibleTo: found.value.visibleTo ?? null,
        })
      }
    } else if (namespace !== undefined && code !== undefined) {
      if (!applicationCode.test(code)) refuseFile(`an application code must match ${applicationCode.source}`)
      needNamespace(namespace)
      const found = read<ApplicationFile>(file, ApplicationFile)
      if (!found) continue
      ruledGroups.push(...groupsIn(found.value.access, ['access'], found.at))
      applications.push(readApplication(found.value, { namespace, code, file, at: found.at }, found.refuse))
    } else if (groupNamespace !== undefined && group !== undefined) {
      if (!groupCode.test(group)) refuseFile(`a group code must match ${groupCode.source}`)
      needNamespace(groupNamespace)
      const found = read<GroupFile>(file, GroupFile)
      if (found) groups.push(readGroup(found.value, { namespace: groupNamespace, code: group, file }, found.at))
    } else if (file !== 'solution.yaml') refuseFile(misplaced(file))
  }
  refuseProblems(problems)
  const { code, name, version, dependencies = [] } = solution!.value
  return { code, name, version, dependencies, namespaces, applications, groups, ruledGroups }
}

const visibilityOf = ({ visibleTo }: NamespaceFile): AccessSection => (visibleTo ? { visibleTo } : {})

function refuseVisibleTo({ value, refuse }: Found<NamespaceFile>): void {
  for (const { path, message } of accessProblems(visibilityOf(value), { fields: new Map() })) refuse(path, message)
}

function groupsIn(section: AccessSection | undefined, above: readonly string[], at: Found<unknown>['at']) {
  return namedGroups(section ?? {}).map(({ path, at: place }) => ({ path, place: at([...above, ...place]) }))
}

interface Found<T> {
  readonly value: T
  readonly at: (path: readonly (string | number)[]) => Place
  readonly refuse: (path: readonly (string | number)[], message: string) => void
}

/** Reads a file into its shape; notes the problems and gives nothing when it has any. */
function fileReader(files: SolutionFiles, problems: Problem[]) {
  return <T>(file: string, schema: TSchema): Found<T> | undefined => {
    const yaml = readYaml(file, files.get(file)!)
    const at: Found<T>['at'] = (path) => ({ file, line: yaml.lineOf(path), path: pathText(path) })
    const refuse: Found<T>['refuse'] = (path, message) => problems.push({ ...at(path), message })
    problems.push(...yaml.problems)
    if (yaml.problems.length > 0) return undefined
    const shape = fileProblems(schema, yaml.value)
    for (const { path, message } of shape) refuse(path, message)
    return shape.length > 0 ? undefined : { value: yaml.value as JsonValue as T, at, refuse }
  }
}

function misplaced(file: string): string {
  const [top, , third] = file.split('/')
  if (top !== 'namespaces')
    return `this file is not part of a solution${didYouMean(file, ['solution.yaml', 'namespaces'])}`
  if (third === 'groups') return 'this file has no place here; groups are namespaces/<code>/groups/<code>.yaml'
  const hint = third === undefined || third === 'apps' ? '' : didYouMean(third, ['namespace.yaml', 'apps', 'groups'])
  return `this file has no place here${hint || '; applications are namespaces/<code>/apps/<code>.yaml'}`
}

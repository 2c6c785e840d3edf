import { namedGroups } from '../access/named-groups.ts'
import type { AccessSection } from '../access/schemas.ts'
import { isBuiltIn, systemNamespace } from '../data/applications/built-in.ts'
import { readApplication } from '../data/application-kind/file/read-application.ts'
import { readNamespace } from '../data/namespaces/read-namespace.ts'
import { codeCollector, codePattern, foldCode } from '../foundation/kit/codes.ts'
import { didYouMean } from '../foundation/kit/nearest.ts'
import { readGroup } from '../people/groups/definition/read-group.ts'
import type { ApplicationDraft, GroupDraft, NamespaceDefinition, Solution } from '../data/applications/definition.ts'
import { mostProblems, type Place, type Problem, refuseProblems } from './problems.ts'
import { type Found, fileReader, type ReadFile } from './read-file.ts'
import { ApplicationFile, GroupFile, NamespaceFile, SolutionFile } from './schemas.ts'
import type { SolutionFiles } from './files/solution-files.ts'

/** The content of the files below `namespaces/`. */
interface Content {
  readonly namespaces: NamespaceDefinition[]
  readonly applications: ApplicationDraft[]
  readonly groups: GroupDraft[]
  readonly ruledGroups: { path: string; place: Place }[]
}

interface Address {
  readonly file: string
  readonly namespace: string
  readonly code: string
}

interface FileKind {
  /**
   * The pattern of the file's path. Its groups are the namespace and the code; without a second group, the code is that
   * of the namespace.
   */
  readonly path: RegExp
  readonly title: string
  readonly codes: RegExp
  readonly maxLength: number
  /** Returns why a well-formed code is not allowed here; undefined when it is allowed. */
  readonly refusal?: (address: Address) => string | undefined
  readonly add: (content: Content, read: ReadFile, address: Address) => void
}

const anyCode = new RegExp(`^${codePattern}$`)

// 30 + 1 + 32 characters make 63, the longest name that PostgreSQL allows for the view `<namespace>_<code>`.
const kinds: readonly FileKind[] = [
  {
    path: /^namespaces\/([^/]+)\/namespace\.yaml$/,
    title: 'a namespace',
    codes: anyCode,
    maxLength: 30,
    refusal: namespaceRefusal,
    add: addNamespace,
  },
  {
    path: /^namespaces\/([^/]+)\/apps\/([^/]+)\.yaml$/,
    title: 'an application',
    codes: anyCode,
    maxLength: 32,
    refusal: (address) => (isBuiltIn(address) ? `${address.namespace}.${address.code} is built in` : undefined),
    add: addApplication,
  },
  {
    path: /^namespaces\/([^/]+)\/groups\/([^/]+)\.yaml$/,
    title: 'a group',
    codes: /^[a-z][a-z0-9_]*$/,
    maxLength: 63,
    refusal: ({ namespace }) =>
      namespace === systemNamespace ? `${systemNamespace} holds applications only, no groups` : undefined,
    add: addGroup,
  },
]

function namespaceRefusal({ code }: Address): string | undefined {
  if (foldCode(code) === systemNamespace)
    return `the namespace "${systemNamespace}" is built in; its folder holds applications only, no namespace.yaml`
  // These codes are used in addresses of the API or reserved for the platform; `global` holds groups without a
  // namespace.
  return /^(system|global|ext_.*)$/i.test(code) ? `the namespace code "${code}" is reserved` : undefined
}

/** Reads and checks all files of a solution. Throws `definition.invalid` with every problem of every file at once. */
export function readSolution(files: SolutionFiles): Solution {
  const problems: Problem[] = []
  const refuse = (file: string, message: string): unknown => problems.push({ file, path: '', message })
  const read = fileReader(files, problems)
  const solution = files.has('solution.yaml') ? read<SolutionFile>('solution.yaml', SolutionFile) : undefined
  if (!files.has('solution.yaml')) refuse('solution.yaml', 'the file is missing')
  const repetitions: Repetitions = new Map()
  const content: Content = { namespaces: [], applications: [], groups: [], ruledGroups: [] }
  for (const file of [...files.keys()].filter((path) => path !== 'solution.yaml').sort()) {
    if (problems.length >= mostProblems) break
    const kind = kinds.find(({ path }) => path.test(file))
    if (kind === undefined) {
      refuse(file, misplaced(file))
      continue
    }
    const [, namespace = '', code = namespace] = kind.path.exec(file)!
    const address = { file, namespace, code }
    for (const message of codeProblems(kind, address, repetitions)) refuse(file, message)
    const needed = `namespaces/${namespace}/namespace.yaml`
    if (namespace !== systemNamespace && !files.has(needed)) refuse(file, `${needed} is missing`)
    kind.add(content, read, address)
  }
  refuseProblems(problems)
  const { code, name, version, dependencies = [] } = solution!.value
  return { code, name, version, dependencies, ...content }
}

/** The collectors of repeated codes: one for each kind of code in each place. */
type Repetitions = Map<string, ReturnType<typeof codeCollector>>

function* codeProblems(kind: FileKind, address: Address, repetitions: Repetitions): Iterable<string> {
  const { namespace, code } = address
  const { codes, maxLength, title, refusal } = kind
  if (!codes.test(code)) yield `${title} code must match ${codes.source}`
  else if (code.length > maxLength) yield `${title} code may have at most ${maxLength} characters`
  const place = kind.add === addNamespace ? title : `${title} in ${namespace}`
  const repetition = repetitions.get(place) ?? codeCollector()
  repetitions.set(place, repetition)
  yield* [refusal?.(address), repetition(code)].filter((message) => message !== undefined)
}

function addNamespace({ namespaces, ruledGroups }: Content, read: ReadFile, { file, code }: Address): void {
  const found = read<NamespaceFile>(file, NamespaceFile)
  if (found === undefined) return
  const { visibleTo } = found.value
  namespaces.push(readNamespace(found, code))
  ruledGroups.push(...groupsIn(visibleTo && { visibleTo }, [], found.at))
}

function addApplication({ applications, ruledGroups }: Content, read: ReadFile, address: Address): void {
  const found = read<ApplicationFile>(address.file, ApplicationFile)
  if (found === undefined) return
  ruledGroups.push(...groupsIn(found.value.access, ['access'], found.at))
  applications.push(readApplication(found.value, { ...address, at: found.at }, found.refuse))
}

function addGroup({ groups }: Content, read: ReadFile, address: Address): void {
  const found = read<GroupFile>(address.file, GroupFile)
  if (found !== undefined) groups.push(readGroup(found.value, address, found.at))
}

function groupsIn(section: AccessSection | undefined, above: readonly string[], at: Found<unknown>['at']) {
  return namedGroups(section ?? {}).map(({ path, at: place }) => ({ path, place: at([...above, ...place]) }))
}

function misplaced(file: string): string {
  const [top, , third] = file.split('/')
  if (top !== 'namespaces')
    return `this file is not part of a solution${didYouMean(file, ['solution.yaml', 'namespaces'])}`
  if (third === 'groups') return 'this file has no place here; groups are namespaces/<code>/groups/<code>.yaml'
  const hint = third === undefined || third === 'apps' ? '' : didYouMean(third, ['namespace.yaml', 'apps', 'groups'])
  return `this file has no place here${hint || '; applications are namespaces/<code>/apps/<code>.yaml'}`
}

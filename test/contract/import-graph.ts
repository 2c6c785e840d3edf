import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'

/** A file of a folder with sources. Tests and fixtures are left out. */
export interface SourceFile {
  /** Path from the folder, such as `query/index.ts`. */
  readonly path: string
  readonly text: string
  /** Paths of the files that it imports, from the same folder. */
  readonly imports: readonly string[]
}

/** Reads the files of a folder that are not tests. */
export function readFiles(folder: string): SourceFile[] {
  return globSync(`${folder}/**/*.{ts,tsx}`)
    .map((path) => relative(folder, path).replaceAll(sep, '/'))
    .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)]
      return { path, text, imports: imports.map((match) => normalize(join(dirname(path), match[1]!))) }
    })
}

/** Returns the first part of a path. */
export const topOf = (path: string): string => path.split('/')[0]!

/** Returns the cyclic imports between files or folders of the same folder, at every depth. */
export function cyclesOf(files: readonly SourceFile[]): string[] {
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)))
  return [...folders].flatMap((folder) => {
    const graph = graphOf(files, folder)
    return [...graph.keys()].flatMap((name) => {
      const cycle = cycleFrom(name, graph)
      return cycle === undefined ? [] : [`${folder || 'top'}: ${cycle.join(' → ')}`]
    })
  })
}

/** Returns the folders that contain a file, directly or not, beginning with `''` for the top. */
function foldersOf(path: string): string[] {
  const parts = dirname(path) === '.' ? [] : dirname(path).split('/')
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))]
}

/** Returns the file or folder directly inside `folder` that is or contains the path; undefined for other paths. */
function childOf(folder: string, path: string): string | undefined {
  if (folder === '') return path.startsWith('..') ? undefined : topOf(path)
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined
}

/** Returns which names inside a folder import which others. */
function graphOf(files: readonly SourceFile[], folder: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const from = childOf(folder, path)
    if (from === undefined) continue
    for (const target of imports) {
      const to = childOf(folder, target)
      if (to !== undefined && to !== from) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  return graph
}

/** Returns a shortest cycle of imports through a name; undefined when there is none. */
function cycleFrom(start: string, graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const before = new Map<string, string>()
  const open = [start]
  for (const name of open) {
    for (const next of graph.get(name) ?? []) {
      if (next === start) return trailTo(name, before, [start])
      if (before.has(next)) continue
      before.set(next, name)
      open.push(next)
    }
  }
  return undefined
}

function trailTo(name: string, before: ReadonlyMap<string, string>, end: string[]): string[] {
  const previous = before.get(name)
  return previous === undefined ? [name, ...end] : trailTo(previous, before, [name, ...end])
}

import { readFileSync } from 'node:fs'
import { readFiles, type SourceFile, topOf } from './import-graph.ts'

const page = 'docs/architecture.md'

/** Returns the page about the architecture with newly drawn pictures; the rest of the page is written by hand. */
export function architecturePage(): string {
  const files = readFiles('src')
  const process = files
    .filter(({ path }) => path.startsWith('process/') && path.split('/').length > 2)
    .map((file) => ({
      ...file,
      path: file.path.slice('process/'.length),
      imports: file.imports.filter((one) => one.startsWith('process/')).map((one) => one.slice('process/'.length)),
    }))
  const text = readFileSync(page, 'utf8')
  return withPicture(withPicture(text, 'rooms', picture(files)), 'process', pictureInside(process))
}

function withPicture(text: string, name: string, lines: readonly string[]): string {
  const place = new RegExp(
    `(<!-- Drawn by \`npm run docs\`: ${name}\\. -->\\n).*?(\\n<!-- End of the picture\\. -->)`,
    's',
  )
  if (!place.test(text)) throw new Error(`${page} has no place for the picture "${name}"`)
  return text.replace(place, (_, begin, end) => `${begin}\n\`\`\`mermaid\n${lines.join('\n')}\n\`\`\`\n${end}`)
}

/** Draws the folders and the arrows of their imports. Arrows that follow from other arrows are left out. */
function picture(files: readonly SourceFile[]): string[] {
  const arrows = arrowsOf(files)
  return ['flowchart TD', ...[...shown(arrows)].map(([from, to]) => `  ${nameOf(from)} --> ${nameOf(to)}`).sort()]
}

/** Draws the folders with the folders inside them. */
function pictureInside(files: readonly SourceFile[]): string[] {
  const boxes = Map.groupBy(files, ({ path }) => topOf(path))
  const lines = [...boxes].sort().flatMap(([name, inside]) => {
    const names = new Set(inside.flatMap(({ path }) => (path.split('/').length > 2 ? [path.split('/')[1]!] : [])))
    return [`  subgraph ${name}`, ...[...names].sort().map((one) => `    ${name}.${one}[${one}]`), '  end']
  })
  const arrows = [...shown(arrowsOf(files))].map(([from, to]) => `  ${from} --> ${to}`).sort()
  return ['flowchart TD', ...lines, ...arrows]
}

type Arrows = ReadonlyMap<string, ReadonlySet<string>>

function arrowsOf(files: readonly SourceFile[]): Arrows {
  const arrows = new Map<string, Set<string>>()
  for (const { path, imports } of files)
    for (const target of imports) {
      const [from, to] = [topOf(path), topOf(target)]
      if (from !== to && to !== '..') arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  return arrows
}

/** Returns the arrows whose target cannot be reached through other arrows. */
function* shown(arrows: Arrows): Iterable<readonly [string, string]> {
  for (const [from, targets] of arrows)
    for (const to of targets) {
      const others = [...targets].filter((other) => other !== to)
      if (!others.some((other) => reaches(arrows, other, to))) yield [from, to]
    }
}

function reaches(arrows: Arrows, from: string, to: string): boolean {
  const open = [from]
  const seen = new Set(open)
  for (const name of open)
    for (const next of arrows.get(name) ?? []) {
      if (next === to) return true
      if (!seen.has(next)) open.push(next)
      seen.add(next)
    }
  return false
}

const nameOf = (name: string): string => name.replace('.ts', '')

export interface Step {
  /** Path of the file, such as `src/main.ts`. */
  readonly file: string
  /** A name that the file contains. */
  readonly name: string
}

/** Returns the steps of each walk of the page: the numbered lines that begin with a link and a name. */
export function walks(): readonly (readonly Step[])[] {
  const found: Step[][] = []
  for (const [, number, file, name] of readFileSync(page, 'utf8').matchAll(
    /^(\d+)\. \[[^\]]*\]\(\.\.\/([^)]*)\) `([^`]*)`/gm,
  )) {
    if (number === '1') found.push([])
    found.at(-1)!.push({ file: file!, name: name! })
  }
  return found
}

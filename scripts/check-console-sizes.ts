import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

// Builds the console into a temporary folder and compares the compressed size of the files that a page loads with the
// budgets. Fails above a budget.

/** An entry of Vite's manifest. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const kB = 1000
/**
 * Budgets of the first page that loads, a list of elements: shell, list, English texts, and the fonts of both scripts.
 */
const budgets = [
  { kind: 'scripts', ending: '.js', maxBytes: 210 * kB },
  { kind: 'styles', ending: '.css', maxBytes: 25 * kB },
  { kind: 'fonts', ending: '.woff2', maxBytes: 64 * kB },
] as const
const firstPage = ['index.html', 'src/elements/list.page.tsx', '../virtual:texts/en/first']

const project = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chancery-console-'))
try {
  const words = ['build', 'console', '--outDir', folder, '--emptyOutDir', '--manifest', 'manifest.json']
  const vite = join(project, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, ...words, '--logLevel', 'warn'], { cwd: project, stdio: 'inherit' })
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const files = new Set([...filesOf(manifest, firstPage), ...preloadedFonts()])
  let isOver = false
  for (const { kind, ending, maxBytes } of budgets) {
    const bytes = [...files].filter((file) => extname(file) === ending).reduce((sum, file) => sum + sizeOf(file), 0)
    const isFine = bytes <= maxBytes
    isOver ||= !isFine
    const text = `${(bytes / kB).toFixed(1)} kB of ${maxBytes / kB} kB`
    console.log(`${isFine ? '  ' : '!!'} ${kind.padEnd(10)}${text}${isFine ? '' : ': above the budget'}`)
  }
  if (isOver) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

/** Returns the files of chunks and of everything that they import statically. */
function filesOf(manifest: Record<string, Chunk>, names: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`the build has no ${name}`)
    if (seen.has(name)) return
    seen.add(name)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const name of names) visit(name)
  return [...seen].flatMap((name) => [manifest[name]!.file, ...(manifest[name]!.css ?? [])])
}

/** Returns the fonts that the page preloads. Browsers load the other fonts only when a text needs their letters. */
function preloadedFonts(): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  return [...page.matchAll(/href="\/console\/(assets\/[^"]+\.woff2)"/g)].map((found) => found[1]!)
}

/**
 * Returns the number of bytes that the server sends for a file. Fonts are already compressed, so they are sent as they
 * are.
 */
function sizeOf(file: string): number {
  const bytes = readFileSync(join(folder, file))
  return extname(file) === '.woff2' ? bytes.length : gzipSync(bytes, { level: 9 }).length
}

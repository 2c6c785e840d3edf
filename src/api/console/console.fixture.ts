import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface ConsoleFolder extends Disposable {
  /** The folder of the console's sources. */
  readonly path: string
  write(path: string, text: string): void
}

/**
 * A substitute for the build tool of the console, called as `vite build FOLDER --outDir OUT …`. The page in FOLDER
 * decides whether the tool fails, waits for a file "go", or takes a minute; the tool writes this page and one script.
 */
const tool = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const [, , , folder, , out] = process.argv
const page = readFileSync(join(folder, 'index.html'), 'utf8')
if (page.includes('broken')) { console.error('there is a mistake in index.html'); process.exit(1) }
while (page.includes('waits') && !existsSync(join(folder, 'go'))) await new Promise((done) => setTimeout(done, 50))
if (page.includes('slow')) await new Promise((done) => setTimeout(done, 60_000))
mkdirSync(join(out, 'assets'), { recursive: true })
writeFileSync(join(out, 'index.html'), page + ' built')
writeFileSync(join(out, 'assets/main-1a2b3c.js'), 'console.log(1);'.repeat(1000))
`

/** Makes a folder with the sources of a small console, and with a build tool unless `hasTool` is false. */
export function consoleFolder({ hasTool = true } = {}): ConsoleFolder {
  const project = mkdtempSync(join(tmpdir(), 'chancery-console-'))
  const path = join(project, 'console')
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  write('index.html', '<!doctype html><title>Console</title>')
  write('vite.config.ts', 'export default {}')
  write('src/main.tsx', 'export {}')
  writeFileSync(join(project, 'package-lock.json'), '{}')
  if (hasTool) {
    const vite = join(project, 'node_modules/vite')
    mkdirSync(join(vite, 'bin'), { recursive: true })
    writeFileSync(join(vite, 'package.json'), '{"name": "vite", "type": "module", "bin": {"vite": "bin/vite.js"}}')
    writeFileSync(join(vite, 'bin/vite.js'), tool)
  }
  return { path, write, [Symbol.dispose]: () => rmSync(project, { recursive: true, force: true }) }
}

/** Makes a folder with a console that is built already, as releases contain it. */
export function builtConsole(): ConsoleFolder {
  const folder = consoleFolder({ hasTool: false })
  rmSync(join(folder.path, 'vite.config.ts'))
  folder.write('dist/index.html', '<!doctype html><title>Console</title><p>built</p>')
  folder.write('dist/assets/main-1a2b3c.js', 'console.log(1);'.repeat(1000))
  folder.write('dist/assets/tiny-1a2b3c.js', '1')
  folder.write('dist/assets/font-1a2b3c.woff2', 'font'.repeat(1000))
  folder.write('dist/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return folder
}

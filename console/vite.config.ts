import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPage } from './first-page.ts'
import { preloadFonts } from './preload-fonts.ts'
import { texts } from './texts.ts'
import { themeStyleSheetPlugin } from './theme-style-sheet.ts'

const server = process.env.CHANCERY_URL ?? 'http://127.0.0.1:8080'
const proxied = ['/api', '/pub', '/files', '/openapi.json']

/** What almost every page needs. The folders of `app`, and dialogs with forms, are loaded when they are first shown. */
const shellChunk =
  /console\/src\/(api\/(?!operations)|routing\/|app\/[^/]+$|ui\/(?!form)|i18n\/[\w-]+\.tsx?|theme|jobs\/watch-job)/

/** Files that show elements and their values, on lists too. */
const elementFiles = /console\/src\/elements\/(application\.|field-title|element-|history\/|status\/|use-element)/
const valueFiles =
  /console\/src\/fields\/(types\/[\w-]+\/(?!editor)|field-(types|value)|days|numbers|in-sections|written-day)/

/** Files that many pages use without fields of elements: dialogs, with a text area and simple controls. */
const controls = /@mantine\/core\/esm\/components\/(Modal|ScrollArea|Textarea|NativeSelect|Switch)/
const dialogFiles = /console\/src\/(ui\/form|admin\/area\/(form|secret))/

/** Files that the home page and lists of processes share with the pages that draw a process. */
const processFiles = /console\/src\/processes\/(queries|process-path|start-button|\w+\.module)/

/** Files of folders whose pages share a chunk. The diagram and the modeler are large and have chunks of their own. */
const folderFiles = /console\/src\/(\w+)\/(?!diagram\/viewer|modeler)/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react(), themeStyleSheetPlugin(), preloadFonts(), firstPage(), texts()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Many small chunks compress badly and wait for each other: HTTP/1.1 loads six at a time. What almost every page needs
    // is in two chunks, and what pages of one folder share is in one chunk.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules\/(react|react-dom|scheduler|@tanstack|clsx)\// },
            { name: 'shell', test: shellChunk },
            { name: 'values', test: (file) => elementFiles.test(file) || valueFiles.test(file) },
            { name: 'dialogs', test: (file) => controls.test(file) || dialogFiles.test(file), minShareCount: 2 },
            { name: 'forms', test: /console\/src\/fields\//, minShareCount: 2 },
            { name: 'process-queries', test: processFiles, minShareCount: 2 },
            { name: folderOf, debugName: 'folders', test: folderFiles, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, server])) },
})

/** Returns the folder of `console/src` that has a file; the chunk of the folder has its name. */
function folderOf(file: string): string | null {
  return folderFiles.exec(file)?.[1] ?? null
}

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPage } from './first-page.ts'
import { preloadFonts } from './preload-fonts.ts'
import { themeStyleSheetPlugin } from './theme-style-sheet.ts'

const server = process.env.CHANCERY_URL ?? 'http://127.0.0.1:8080'
const proxied = ['/api', '/pub', '/files', '/openapi.json']

/** What almost every page needs. The folders of `app`, and dialogs with forms, are loaded when they are first shown. */
const shellChunk =
  /console\/src\/(api\/(?!operations)|routing\/|app\/[^/]+$|ui\/(?!form)|i18n\/[\w-]+\.tsx?|theme|jobs\/watch-job)/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react(), themeStyleSheetPlugin(), preloadFonts(), firstPage()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Many small chunks compress badly. What almost every page needs is in two chunks.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules\/(react|react-dom|scheduler|@tanstack|clsx)\// },
            { name: 'shell', test: shellChunk },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, server])) },
})

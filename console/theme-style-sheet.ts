import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import type { Plugin } from 'vite'
import { theme } from './src/theme.ts'

const name = 'virtual:theme-variables.css'
const selectors = [':root', '[data-mantine-color-scheme="dark"]', '[data-mantine-color-scheme="light"]'] as const

/**
 * Returns the style sheet with the variables of the theme. Mantine would insert these variables as a `<style>` element,
 * which the content security policy of the console forbids.
 */
function themeStyleSheet(): string {
  const { variables, dark, light } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  const [root, darkRoot, lightRoot] = selectors
  const css = [
    convertCssVariables({ variables, dark: {}, light: {} }, root),
    block(darkRoot, dark),
    block(lightRoot, light),
  ].join('\n')
  return `@layer mantine {\n${css}\n}\n`
}

const block = (selector: string, variables: Record<string, string>): string =>
  `:root${selector} { ${Object.entries(variables)
    .map(([variable, value]) => `${variable}: ${value};`)
    .join(' ')} }`

/** Serves the style sheet of the theme as the module `virtual:theme-variables.css`. */
export function themeStyleSheetPlugin(): Plugin {
  return {
    name: 'theme-style-sheet',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? themeStyleSheet() : undefined),
  }
}

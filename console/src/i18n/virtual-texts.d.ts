/**
 * The texts of `texts/<language>`, which console/texts.ts bundles: functions that load a part, by language and part.
 */
declare module 'virtual:texts' {
  type Language = import('./texts.ts').Language
  type Part = 'first' | 'more' | import('./areas.ts').SeparateArea
  type Load = () => Promise<{ readonly default: import('./texts.ts').Texts }>
  const parts: Readonly<Record<Language, Readonly<Record<Part, Load>>>>
  // biome-ignore lint/style/noDefaultExport: the module has one value
  export default parts
}

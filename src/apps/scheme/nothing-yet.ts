import { documentTemplateNotFound, moduleNotFound, pageNotFound, processNotFound } from './errors.ts'

/** Kinds of things that no solution can hold yet: no id and no code leads to any. */
export const nothingYet = {
  module(id: string): never {
    throw moduleNotFound(`module "${shown(id)}" not found`)
  },
  page(id: string): never {
    throw pageNotFound(`page "${shown(id)}" not found`)
  },
  documentTemplate(id: string): never {
    throw documentTemplateNotFound(`document template "${shown(id)}" not found`)
  },
  process({ namespace, code }: { namespace: string; code: string }): never {
    throw processNotFound(`process "${shown(`${namespace}.${code}`)}" not found`)
  },
}

/** A name as sentences show it. */
export function shown(name: string): string {
  return name.slice(0, 200)
}

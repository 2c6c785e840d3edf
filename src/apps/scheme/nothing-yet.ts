import { documentTemplateNotFound, moduleNotFound, pageNotFound, processNotFound } from './errors.ts'
import { notFound } from './not-found.ts'

/** Kinds of things that no solution can hold yet: no id and no code leads to any. */
export const nothingYet = {
  module(id: string): never {
    throw notFound(moduleNotFound, 'module', id)
  },
  page(id: string): never {
    throw notFound(pageNotFound, 'page', id)
  },
  documentTemplate(id: string): never {
    throw notFound(documentTemplateNotFound, 'document template', id)
  },
  process({ namespace, code }: { namespace: string; code: string }): never {
    throw notFound(processNotFound, 'process', `${namespace}.${code}`)
  },
}

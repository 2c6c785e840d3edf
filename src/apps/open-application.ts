import { didYouMean } from '../kit/nearest.ts'
import { userSource } from '../people/index.ts'
import type { FindSource, Source } from '../query/index.ts'
import type { Application } from './definitions/application.ts'
import type { Catalog } from './definitions/catalog.ts'
import type { OpenApplication } from './elements/element-address.ts'
import { elementSource } from './elements/element-source.ts'
import { applicationNotFound } from './errors.ts'

/** The way to an application's elements; the one place that decides what of them a caller meets. */
export function openApplications(catalog: Catalog): OpenApplication {
  // The catalog keeps an application the same object until its definition changes.
  const sources = new WeakMap<Application, Source>()

  const find: FindSource = (namespace, code) => {
    if (namespace === userSource.namespace && code === userSource.code) return userSource
    const application = catalog.application(namespace, code)
    return application && sourceOf(application)
  }

  function sourceOf(application: Application): Source {
    let source = sources.get(application)
    if (source === undefined) {
      source = elementSource(application, find)
      sources.set(application, source)
    }
    return source
  }

  return (_caller, { namespace, code }) => {
    const application = catalog.application(namespace, code)
    if (application === undefined) {
      const path = `${namespace}.${code}`.slice(0, 200)
      const known = catalog.applications().map((one) => `${one.namespace}.${one.code}`)
      throw applicationNotFound(`application "${path}" not found${didYouMean(path, known)}`)
    }
    return { application, source: sourceOf(application), find }
  }
}
